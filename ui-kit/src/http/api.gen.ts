// Made by `npm run types` from the handlers and frames of the server. Change those instead.

export interface paths {
    "/api/dev/outbox/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The mails in the outbox folder. There is no such call but with `--demo`. */
        get: operations["dev_outbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document. */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/community/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The documents that everybody may read. */
        get: operations["community"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/register-device/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** This browser is told of what happens while nobody looks, until its session ends. Registering again replaces it. */
        post: operations["register_device"];
        /** This browser is told nothing any more. */
        delete: operations["unregister_device"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/card/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cards of a page. */
        get: operations["cards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/card/picture/{name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a card. Public, because pages load it without a token; there is nothing private in content. */
        get: operations["card_picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/alerts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cries for help that a member of staff looks after, newest first, at most 200. */
        get: operations["alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/alerts/{alert}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Closes a cry for help. */
        post: operations["resolve_alert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/alerts/{alert}/conversation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The messages around a cry for help. Writes down who read it and why. */
        post: operations["read_alerted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/alerts/{alert}/resolution/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Opens a closed cry for help again; what was noted stays. */
        delete: operations["reopen_alert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/blocks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whom the person blocked, the last one first. Nobody learns who blocked them. */
        get: operations["blocks"];
        put?: never;
        /** Blocks somebody: in a direct channel neither of the two can write any more, and neither is told why. */
        post: operations["block"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/blocks/{person}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Takes a block back. */
        delete: operations["unblock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/bot-users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The programs among the authors. A channel that holds the one with `AI_ASSISTANT` is the assistant's. */
        get: operations["bot_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/channels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The person's conversations, newest activity first, with who is in them. */
        get: operations["channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/files/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An attachment, for whoever was given its address less than ten minutes ago. */
        get: operations["file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/files/{id}/thumbnail/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The small picture of an attachment, for whoever was given its address less than ten minutes ago. */
        get: operations["thumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/gifs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Moving pictures that fit a few words, ten to a page. */
        get: operations["gifs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/gifs/media/{gif}/{rendition}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A moving picture, for whoever was given its address. */
        get: operations["gif_media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/link-preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A web page in a few words. There is one answer for everything that cannot be shown, so that nobody learns from it what
         *     can be reached from here.
         */
        get: operations["link_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/link-preview/picture/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a preview, for whoever was given its address. */
        get: operations["link_preview_picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/meeting-summary-rating/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes what the person thinks of the notes of a call. It may be changed; skipping never takes an answer back. */
        post: operations["meeting_summary_rating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/meetings/{id}/{text}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A summary or a transcript, for whoever was given its address less than ten minutes ago. */
        get: operations["meeting_text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/recordings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The recordings of the programme, newest first, at most 200: how far each has come, and why not further. */
        get: operations["recordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/report/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells staff of a message or a person. */
        post: operations["report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/reports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The reports that a member of staff looks after, newest first, at most 200. None of them is about themselves. */
        get: operations["reports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/reports/{report}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Closes a report. */
        post: operations["resolve_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/reports/{report}/conversation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The messages around what was reported; of a person, the newest ones of the conversation. Writes down who read it and why. */
        post: operations["read_reported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/reports/{report}/resolution/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Opens a closed report again; what was noted stays. */
        delete: operations["reopen_report"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/search-chat-message/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The messages of the person's own conversations with these words in them, whatever their case and accents. */
        post: operations["search_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/unread-message/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the person has not read, for a page that has no socket yet. */
        get: operations["unread_messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/{channel}/attachments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads a file for the next message of this person in this channel. It is looked at and kept; one that is not sent
         *     within a day is removed.
         */
        post: operations["upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/{channel}/attachments/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same file with links that work for another ten minutes, for whoever may read the message that carries it. */
        get: operations["attachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/{channel}/channel-history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The recorded calls of a conversation, newest first, 30 on a page. */
        get: operations["channel_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/{channel}/mute/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a channel silent for the person on all their devices, or loud again. Mentions are told all the same. */
        post: operations["mute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/{channel}/rating-status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the person is to be asked about this conversation now. */
        get: operations["chat_rating_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/chat/{channel}/rating/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes the answers of the person, or that they skip the question. */
        post: operations["chat_rating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/declarations/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What mentors or mentees declare. */
        get: operations["declarations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/errors/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells the operator of an error in a page. */
        post: operations["tell_error"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/faq/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The questions that are asked most, with answers. */
        get: operations["faq"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/mentorships/wrs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The work readiness scores of the signed-in person. */
        get: operations["work_readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What pages must know of the installation before anybody has signed in. */
        get: operations["settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/translation/getSupportedLanguages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The languages of the programme. */
        get: operations["supported_languages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/translation/getTranslation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The texts of the pages: as they were made, with what the programme says differently. */
        get: operations["translation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/account-exists/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether an address has an account that signs in this way. */
        post: operations["account_exists"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/agreement/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The person agrees to the terms. Agreeing again changes nothing. */
        post: operations["agreement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/change-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets another password, and signs the person out everywhere else. */
        post: operations["change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/confirm-otp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Looks at a code; the right one may be used for half an hour. `verify-otp` is the same call by its other name. */
        post: operations["confirm_otp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/confirm-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets another password, and ends all sessions of the person. */
        post: operations["confirm_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/help-desk-identity/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the signed-in person is to the help desk, so that nobody can write there in another person's name. */
        get: operations["help_desk_identity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/pictures/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a person, for whoever was shown the person in the last day or two. */
        get: operations["person_picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/primary_language/{code}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets the language in which the person is spoken to. */
        put: operations["primary_language"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/profile/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the signed-in person is, and which sections of the product they have. */
        get: operations["profile"];
        /** Changes what the person says of themselves, their phone number and their picture. */
        put: operations["edit_profile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new access token for the refresh cookie, which is replaced. A browser without one asks whether it is signed in, which
         *     is no mistake.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/reset-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a code of six characters for a new password. */
        post: operations["reset_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/send-otp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a code of six digits to an address that has no account yet. */
        post: operations["send_otp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everywhere the person is signed in, the place used last first. */
        get: operations["sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/sessions/end-others/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs the person out everywhere but here. */
        post: operations["end_other_sessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/sessions/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Signs the person out in one place. */
        delete: operations["end_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/sign-in/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a person in; the refresh token comes as a cookie. */
        post: operations["sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/sign-out/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the session of the cookie or the token, and closes its sockets on every node. */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/signup/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes an account and signs its owner in; the refresh token comes as a cookie. The address must have been proven in
         *     the last half hour, by a code or by the word of a provider.
         */
        post: operations["sign_up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/social/finish/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a person in whom a provider knows. The refresh token comes as a cookie. */
        post: operations["social_finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/social/start/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sends the browser to a provider. It is opened as a page, so it always leads to one: where it cannot go on, to our own
         *     page of the way back, with `?error=` and a code.
         */
        get: operations["social_start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/system_status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the doors are open. */
        get: operations["system_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/users/verify-otp/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Looks at a code; the right one may be used for half an hour. `confirm-otp` is the same call by its other name. */
        post: operations["verify_otp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/video/meeting-summary-rating-status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest call whose notes are ready and which the person has neither rated nor skipped. */
        get: operations["meeting_summary_rating_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/video/room/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The call that goes on in a conversation. */
        get: operations["live_call"];
        put?: never;
        /**
         * Calls the others of a conversation, or gives the call that goes on there. A new call rings for three quarters of a
         *     minute, and its invitation can be followed for three hours.
         */
        post: operations["start_call"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/video/room/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One call, also after its end. */
        get: operations["call"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/video/room/{id}/consent/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers whether one may be recorded. It may be answered again: the newest answer counts, and all are kept. */
        post: operations["consent_to_recording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/video/room/{id}/event/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tells what happened in a page. The conference server and the sockets of built-in calls are believed first. */
        post: operations["tell_of_call"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/video/webhook/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rooms, participants, recordings and transcripts, as the conference server tells of them. Signed with a secret that
         *     both know; telling something twice is telling it once.
         */
        post: operations["hear_conference_server"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/project-list/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The programmes that a person may choose from. */
        get: operations["project_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process runs at all. */
        get: operations["alive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What it counts and measures, for Prometheus. */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether it is to get work: its database answers, and it is not about to end. */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/chat/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opens the socket of chat. From then on text frames go both ways, one JSON object each: a `ClientFrame` or a
         *     `ServerFrame`. The first one of the client carries the bearer token; the address never does.
         * @description On input `channel` may be called `channel_id` or `channelId`, and `temp_id` `tempId`.
         */
        get: operations["socket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description How much of a section a person sees.
         * @enum {string}
         */
        Access: "use" | "show" | "hide";
        /** @description Where a code is to go. */
        Address: {
            email: string;
        };
        /** @description A yes to the terms. */
        Agreement: {
            hasAgreedTerms: boolean;
        };
        /**
         * Format: uuid
         * @description Something staff must look at.
         */
        AlertId: string;
        /** @description Who wants in. */
        Application: {
            /** @description Whether the person accepted the declaration of their role. */
            declaration?: boolean;
            /** @description The address; of a social account its provider tells it. */
            email?: string;
            firstName: string;
            /** @description What mentors were given by their institution. */
            institutionCode?: string;
            lastName: string;
            newPrimaryLanguage: string;
            /** @description The code that was right. */
            otp?: string;
            password?: string;
            phoneNumber: string;
            /** @description The key of the programme that a mentee chose. */
            project?: string;
            provider?: components["schemas"]["Provider"];
            /** @description `Mentor` or `Mentee`, in any case. */
            role: string;
            /** @description The ticket of a social account, in the place of address, password and code. */
            token?: string;
        };
        /** @description Whose account is asked for. */
        Asked: {
            email: string;
            /** @description `normal`, the default, or `google`. */
            provider?: components["schemas"]["Provider"];
        };
        /**
         * @description What became of a question.
         * @enum {string}
         */
        AssistantOutcome: "answer" | "apology" | "budget" | "crisis";
        /**
         * Format: uuid
         * @description A file sent with a message.
         */
        AttachmentId: string;
        /** @description Whether the programme is quiet now. */
        Blackout: {
            active: boolean;
            refusesSending: boolean;
            /** Format: date-time */
            until: string | null;
        };
        /** @description Whom to block. */
        Block: {
            /** @description Somebody the person shares a channel with, and not staff. */
            userId: components["schemas"]["PersonId"];
        };
        /** @description Somebody the person blocked. */
        BlockedPerson: {
            /** Format: date-time */
            createdOn: string;
            userFullName: string;
            userId: components["schemas"]["PersonId"];
        };
        /**
         * @description What a bot is for.
         * @enum {string}
         */
        BotRoleType: "AI_ASSISTANT";
        /** @description A program that writes messages. */
        BotUser: {
            /** @description What it is for. */
            roleType: components["schemas"]["BotRoleType"];
            /** @description Its id, as authors have one. */
            userId: components["schemas"]["PersonId"];
        };
        /** @description What somebody in a call said about being recorded. */
        CallConsent: {
            consent: boolean | null;
            name: string;
            userId: components["schemas"]["PersonId"] | null;
        };
        /**
         * @description Why a call is over, or over for one tab.
         * @enum {string}
         */
        CallEnd: "everybody_left" | "expired" | "closed" | "moved" | "not_active_member";
        /** @description Something that happened in a page. */
        CallHint: {
            /** @description `joined`, `left`, `ended`, `accepted`, `declined`; others are only logged. */
            event: string;
            /** @description What the conference server calls this tab; needed for `joined` and `left`. */
            jitsiParticipantId?: string;
            /** @description When, as the page's clock has it; only logged. */
            timestamp?: string;
        };
        /**
         * Format: uuid
         * @description A call in a channel.
         */
        CallId: string;
        /** @description Somebody in a call; without an id if nobody knows them. */
        CallParticipant: {
            /** @description Whether they can record: the first of those who are there does. */
            isModerator: boolean;
            /** Format: date-time */
            joinedAt: string;
            name: string;
            userId: components["schemas"]["PersonId"] | null;
        };
        /**
         * @description How people of a call reach each other.
         * @enum {string}
         */
        CallProvider: "jitsi" | "builtin";
        /** @description Whether a call is recorded, and who of those in it said what. */
        CallRecording: {
            consents: components["schemas"]["CallConsent"][];
            reason: components["schemas"]["RecordingReason"];
            state: components["schemas"]["CallRecordingState"];
        };
        /**
         * @description Whether a call may be recorded at this moment.
         * @enum {string}
         */
        CallRecordingState: "off" | "on" | "unavailable";
        /** @description A call as one of its people sees it. */
        CallRoom: {
            callInProgress: boolean;
            channel: components["schemas"]["ChannelId"];
            /** @description What the asker last said about being recorded; null before they said anything. */
            consent: boolean | null;
            /** @description The text that people are asked with. */
            consentVersion: string;
            /** @description Who declined it. */
            declined: components["schemas"]["PersonId"][];
            /** @description The conference server's address; null in built-in calls. */
            domain: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description When it is over at the latest.
             */
            expiresAt: string;
            /** @description How browsers find a way to each other in built-in calls. */
            iceServers: components["schemas"]["IceServer"][];
            /** @description Who is in it, who came first before the others. */
            participants: components["schemas"]["CallParticipant"][];
            provider: components["schemas"]["CallProvider"];
            recording: components["schemas"]["CallRecording"];
            /** @description What it is called towards the conference server and in the socket's frames. */
            room: string;
            roomId: components["schemas"]["CallId"];
            /** Format: date-time */
            startedAt: string;
            startedBy: components["schemas"]["PersonId"] | null;
            /** @description What the conference server asks for; null in built-in calls, and until the asker answered about recording. */
            token: string | null;
        };
        CallWanted: {
            /** @description Where to call. */
            channel: components["schemas"]["ChannelId"];
        };
        /** @description A picture, a few words and a way on. */
        Card: {
            /** @description The address of its picture. */
            image: string | null;
            /** @description What the picture shows. */
            imageAlt: string;
            key: string;
            /** @description Where it leads: a page of ours, an https or mailto address, or nothing. */
            link: string;
            /** @description What it says in the language that was asked for. */
            localeText: string;
            /** @description What it says, in English. */
            text: string;
        };
        /** @description The password that holds, and the next one twice. */
        ChangePassword: {
            checkNewPassword: string;
            currentPassword: string;
            newPassword: string;
        };
        /** @description A conversation as one person sees it. */
        Channel: {
            blackout: components["schemas"]["Blackout"];
            /** @description The room of the call that an active member can join now. */
            callInProgress: string | null;
            channelId: components["schemas"]["ChannelId"];
            channelMembers: components["schemas"]["ChannelMember"][];
            channelName: string;
            /** @description Whether moving pictures can be searched for here. */
            gifs: boolean;
            /** @description Whether neither of two can write, because one blocked the other. */
            isBlocked: boolean;
            isGroup: boolean;
            /** @description Whether its news make no noise. */
            isMuted: boolean;
            kind: components["schemas"]["ChannelKind"];
            lastMessage: components["schemas"]["LastMessage"] | null;
            /** Format: int64 */
            memberCount: number;
            membership: components["schemas"]["MembershipStatus"];
            /** Format: date-time */
            messageAgainFrom: string | null;
        };
        /** @description A page of recorded calls, newest first. */
        ChannelHistory: {
            chatMeetingHistory: components["schemas"]["ChatMeeting"][];
            /** @description Whether there are older ones. */
            hasNextPage: boolean;
        };
        /**
         * Format: uuid
         * @description A chat channel.
         */
        ChannelId: string;
        /**
         * @description What a channel is for.
         * @enum {string}
         */
        ChannelKind: "direct" | "group" | "assistant" | "broadcast";
        /** @description Somebody in a conversation, with their read position. */
        ChannelMember: {
            displayPicture: string | null;
            isActive: boolean;
            isPairManager: boolean;
            lastViewedMsgId: components["schemas"]["MessageId"] | null;
            /** Format: int64 */
            lastViewedSeq: number;
            /** Format: date-time */
            lastViewedTimestamp: string | null;
            role: components["schemas"]["Role"];
            userFullName: string;
            userId: components["schemas"]["PersonId"];
        };
        /** @description What a person has not seen of a channel. */
        ChannelUnread: {
            /**
             * Format: int64
             * @description Messages of others.
             */
            count: number;
            /** @description More about them. */
            data: components["schemas"]["ChannelUnreadData"];
        };
        /** @description More about unread messages. */
        ChannelUnreadData: {
            /** @description Whether one of them mentions the person. */
            isTagged: boolean;
        };
        /** @description A recorded call. The addresses of its texts work for ten minutes: ask again for new ones. */
        ChatMeeting: {
            /** @description Why there is nothing to read, in state `failed`. */
            failure: string | null;
            /**
             * Format: date-time
             * @description When the call began.
             */
            meetingDatetime: string;
            /**
             * Format: date-time
             * @description When it ended, if that is known.
             */
            meetingEnded: string | null;
            meetingRecordingId: components["schemas"]["RecordingId"];
            /**
             * Format: int64
             * @description What the asker thinks of it, from 1 to 5.
             */
            rating: number | null;
            state: components["schemas"]["RecordingState"];
            summaryTextFileUrl: string | null;
            transcriptionTextFileUrl: string | null;
        };
        /** @description What a person answered. */
        ChatRating: {
            /**
             * @description "Accuracy of information provided?", "Relevance of information shared?" and "Query resolution?", each 1 to 5, or
             *     all of them null for a person who would rather not say.
             */
            rating: {
                [key: string]: number | null;
            };
        };
        ChatStatus: {
            aiChat: components["schemas"]["Access"];
            helpCenter: components["schemas"]["Access"];
            mentorshipChat: components["schemas"]["Access"];
        };
        /** @description What a client may ask for. */
        ClientCommand: {
            /**
             * Format: int64
             * @description The newest change the client knows of; what changed since is sent first.
             */
            after_change?: number;
            /** @description The newest message the client has; what came after it is sent first. */
            after_msg_id?: components["schemas"]["MessageId"];
            /** @description Which. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "join";
        } | {
            /** @description Which. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "leave";
        } | {
            /** @description At most one. */
            attachments?: components["schemas"]["SentAttachment"][];
            /** @description Where to. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "send";
            /** @description The first link of the text, if the message is to show what it leads to. */
            link_preview?: string;
            /** @description The text; may be empty if something is attached. */
            message?: string;
            /** @description The message of the same channel that this one answers. */
            reply_to?: components["schemas"]["MessageId"];
            /** @description The client's own name for it, 1 to 64 characters. */
            temp_id: string;
        } | {
            /** @description In which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "edit";
            /** @description The new text. */
            message: string;
            /** @description Which message. */
            msg_id: components["schemas"]["MessageId"];
            /** @description Echoed if it is refused. */
            temp_id?: string;
        } | {
            /** @description In which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "react";
            /** @description One emoji. */
            emoji: string;
            /** @description To which message. */
            msg_id: components["schemas"]["MessageId"];
            /** @description False takes it back. */
            on: boolean;
            /** @description Echoed if it is refused. */
            temp_id?: string;
        } | {
            /** @description Of which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "fetch_messages";
        } | {
            /**
             * Format: int64
             * @description The newest `seq` when page 1 was read. If it is not named, the socket remembers it, and a message that is asked
             *     for stands in the middle of its page.
             */
            anchor?: number;
            /** @description Of which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "get_room_chat_messages";
            /**
             * Format: date-time
             * @description The first message at or after this time, or the newest one if there is none.
             */
            date?: string;
            /** @description Wins over the number. */
            message_id?: components["schemas"]["MessageId"];
            /**
             * Format: int64
             * @description 1 is the newest.
             */
            page_number?: number;
            /**
             * Format: int64
             * @description A message by its number; beyond the ends it means the message at that end.
             */
            seq?: number;
        } | {
            /** @enum {string} */
            command: "unread_message";
        } | {
            /** @description In which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "message_seen";
            /** @description Up to here, or to the newest message. */
            msg_id?: components["schemas"]["MessageId"];
        } | {
            /** @description In which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "typing";
        } | {
            /** @description In which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "assistant_retry";
            /** @description Its apology. */
            msg_id: components["schemas"]["MessageId"];
        } | {
            /** @description False declines it. */
            accept: boolean;
            /** @enum {string} */
            command: "call_answer";
            /** @description Which. */
            room: string;
        } | {
            /** @enum {string} */
            command: "call_join";
            /** @description The tab's own name in it: 1 to 64 letters, digits, `-` and `_`, at random. */
            peer: string;
            /** @description Which. */
            room: string;
        } | {
            /** @enum {string} */
            command: "call_signal";
            /** @description `{"description": …}` or `{"candidate": …}`, at most 64 KiB. */
            data: Record<string, never>;
            /** @description Which call. */
            room: string;
            /** @description Which tab. */
            to_peer: string;
        } | {
            /** @enum {string} */
            command: "call_leave";
            /** @description The name of the tab in it. */
            peer: string;
            /** @description Which. */
            room: string;
        } | {
            /** @description Whether it sends a picture. */
            camera: boolean;
            /** @enum {string} */
            command: "call_state";
            /** @description Whether it sends sound. */
            microphone: boolean;
            /** @description The name of the tab in it. */
            peer: string;
            /** @description Which call. */
            room: string;
            /** @description Whether it shows the screen. */
            screen: boolean;
        };
        /** @description A frame from a client: who speaks, and a command. */
        ClientFrame: components["schemas"]["ClientCommand"] & {
            /** @description For people who read a log; never trusted. */
            nickname?: string;
            /** @description The bearer token. */
            token: string;
        };
        /** @description A legal document: 3 is the privacy policy, 4 the terms of service, 6 the code of conduct. */
        CommunityDocument: {
            /** @description The same, ready to be drawn. */
            blocks: components["schemas"]["TextBlock"][];
            /** @description The text, in Markdown. */
            content: string;
            /** Format: int64 */
            id: number;
            /** @description The code of the language it is in: English where there is no other. */
            languageCode: string;
            title: string;
        };
        ConsentGiven: {
            consent: boolean;
            /** @description In which language the question was shown; the person's own if it is not said. */
            language?: string;
        };
        /** @description A completed registration, as advertising services count them. */
        Conversion: {
            /** @description SHA-256 of the address, trimmed and lower-cased, in hexadecimal digits. */
            emailHash: string;
            /** @description Where to send it. */
            url: string;
        };
        /** @description What somebody says yes to. */
        DeclarationText: {
            /** @description The same, ready to be drawn. */
            blocks: components["schemas"]["TextBlock"][];
            /** @description The text, in Markdown. */
            declaration: string;
        };
        /**
         * @description How far a message has come.
         * @enum {string}
         */
        Delivery: "sent";
        /** @description It worked, in one sentence. */
        Done: {
            message: string;
        };
        /** @description An error as it is told. */
        ErrorBody: {
            /** @description For programs; never changes. */
            code: string;
            /** @description The same once more, where the page of a new password reads it. */
            errors?: string[];
            /** @description What is wrong with which field. */
            fields?: {
                [key: string]: string[];
            };
            /** @description For people: one plain sentence. */
            message: string;
            /** @description The same once more, where the page of a new account reads it. */
            non_field_errors?: string[];
        };
        /**
         * @description Why something could not be done.
         * @enum {string}
         */
        ErrorCode: "bad_frame" | "unknown_command" | "token_invalid" | "token_expired" | "not_a_member" | "not_active_member" | "channel_unknown" | "message_empty" | "message_too_long" | "attachment_type" | "attachment_too_large" | "attachment_broken" | "attachments_off" | "rate_limited" | "message_unknown" | "edit_too_late" | "blocked" | "reaction_invalid" | "reactions_full" | "reactions_off" | "blackout" | "call_unknown" | "call_full" | "consent_first" | "video_off" | "unavailable";
        /** @description The answer. */
        Existence: {
            /** @description Whether there is an account that signs in this way. */
            userExist: boolean;
        };
        Experiences: {
            chatStatus: components["schemas"]["ChatStatus"];
            chattype: components["schemas"]["Access"];
            curriculum: components["schemas"]["Access"];
            internship: components["schemas"]["Access"];
            matchingflow: components["schemas"]["Access"];
            matchingflowStatus: components["schemas"]["MatchingFlowStatus"];
            mentorshipSessionStatus: components["schemas"]["SessionCounts"];
            ruleMessage: components["schemas"]["RuleMessages"];
            session: components["schemas"]["Access"];
            survey: components["schemas"]["Access"];
            video: components["schemas"]["Access"];
        };
        /** @description A question and its answer. */
        FaqQuestion: {
            answer: components["schemas"]["TextBlock"][];
            /** @description Its name in addresses, unique over all topics. */
            key: string;
            question: string;
        };
        /** @description Questions that belong together. */
        FaqTopic: {
            key: string;
            questions: components["schemas"]["FaqQuestion"][];
            title: string;
        };
        /** @description What pages must know of the installation. Nothing in it is a secret. */
        ForPages: {
            helpDesk: components["schemas"]["HelpDeskForPages"] | null;
            /** @description What browsers subscribe to pushes with; None where nothing is pushed. */
            pushKey: string | null;
            /** @description Whether somebody wants to hear of errors in pages. */
            reportsErrors: boolean;
            /** @description Whose accounts people may sign in with. */
            social: components["schemas"]["SocialForPages"][];
        };
        /** @description The form, for its description. */
        Form: {
            /**
             * Format: binary
             * @description The file with its name.
             */
            file: string;
        };
        /** @description Who wrote it. */
        FoundAuthor: {
            firstName: string;
            lastName: string;
            /** @description Names the person in the form of an address, which it is not: addresses of others are never told. */
            userEmailId: string;
            userId: components["schemas"]["PersonId"];
        };
        /** @description A moving picture; all addresses are of this server. */
        FoundGif: {
            /** Format: int32 */
            height: number;
            id: string;
            /** @description What it shows. */
            name: string;
            /** @description Small and moving. */
            previewUrl: string;
            /** @description Small and standing still. */
            stillUrl: string;
            /** @description What a message is sent with. */
            url: string;
            /** Format: int32 */
            width: number;
        };
        /** @description A message that was found. */
        FoundMessage: {
            channelId: components["schemas"]["ChannelId"];
            /** Format: date-time */
            createdOn: string;
            messageId: components["schemas"]["MessageId"];
            /** Format: int64 */
            seq: number;
            /** @description With mentions as `@[Name](user_id)`. */
            text: string;
            user: components["schemas"]["FoundAuthor"];
        };
        /** @description A page of messages, newest first. */
        FoundMessages: {
            /** @description Whether there is another page. */
            hasNextPage: boolean;
            /** @description At most 20. */
            messages: components["schemas"]["FoundMessage"][];
        };
        /** @description A page of moving pictures. */
        GifPage: {
            hasNextPage: boolean;
            /** @description To be named beside them. */
            provider: string;
            results: components["schemas"]["FoundGif"][];
        };
        /** @description What proves who calls, for a while. */
        Grant: {
            /** @description The bearer token. */
            accessToken: string;
            /**
             * Format: date-time
             * @description When a new one is needed.
             */
            expiresAt: string;
        };
        /** @description Where the widget of the help desk comes from. */
        HelpDeskForPages: {
            /** @description An origin. */
            baseUrl: string;
            /** @description Names our desk among the others of that server. */
            websiteToken: string;
        };
        /** @description Who a person is to the help desk. */
        HelpDeskIdentity: {
            /** @description The id of the person. */
            identifier: string;
            /** @description Over the identifier, in hexadecimal digits. None if the desk asks for none. */
            identifierHash: string | null;
        };
        /** @description Servers as browsers take them. */
        IceServer: {
            credential?: string;
            urls: string[];
            username?: string;
        };
        /** @description A language that can be chosen. */
        Language: {
            isActive: boolean;
            isDefault: boolean;
            /** @description Its name, by its speakers. */
            language: string;
            languageCode: string;
        };
        /** @description The newest message; its text may be cut. */
        LastMessage: {
            /** Format: date-time */
            createdOn: string;
            msgId: components["schemas"]["MessageId"];
            /** Format: int64 */
            seq: number;
            text: string;
            userId: components["schemas"]["PersonId"];
        };
        /** @description A web page in a few words. */
        LinkPreview: {
            /** @description What it is about; may be empty. */
            description: string;
            /** @description The address of its picture, on this server. */
            image: string | null;
            /** @description Its title. */
            title: string;
            /** @description Where it is. */
            url: string;
        };
        /** @description One place where the person is signed in. */
        ListedSession: {
            /** @description The browser by its name, if we know it. */
            browser: string | null;
            /** @description Names it. */
            id: components["schemas"]["SessionId"];
            /** @description Whether it is the one that asks. */
            isCurrent: boolean;
            /**
             * Format: date-time
             * @description When it was last used, to a quarter of an hour.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When the person signed in there.
             */
            signedInAt: string;
            /** @description What it runs on, if we know it. */
            system: string | null;
        };
        Matching: {
            matchingStatus: string | null;
        };
        MatchingFlowStatus: {
            applicationReview: components["schemas"]["Access"];
        };
        /** @description What holds now. */
        MeetingRated: {
            meetingRecordingId: components["schemas"]["RecordingId"];
            /** Format: int64 */
            rating: number | null;
        };
        /** @description What a person thinks of the notes of a call. */
        MeetingRating: {
            /**
             * Format: int64
             * @description 1 to 5, or null for a person who would rather not say.
             */
            meeting_rating?: number | null;
            meeting_recording_id: components["schemas"]["RecordingId"];
            user_id?: components["schemas"]["PersonId"] | null;
        };
        /** @description The call to ask about, if there is one. */
        MeetingRatingCard: {
            channelId: components["schemas"]["ChannelId"] | null;
            /**
             * Format: date-time
             * @description When the call began.
             */
            meetingDateTime: string | null;
            /** @description Whether to ask; everything else is null if not. */
            meetingRatingStatus: boolean;
            meetingRatingTitle: string | null;
            meetingRecordingId: components["schemas"]["RecordingId"] | null;
        };
        /**
         * @description How a person belongs to a channel.
         * @enum {string}
         */
        MembershipStatus: "active" | "inactive" | "absent";
        /**
         * Format: uuid
         * @description A chat message.
         */
        MessageId: string;
        /** @description Whether a channel is to be silent. */
        Mute: {
            /** @description True for silence. */
            muted: boolean;
        };
        /** @description The code that was right, and the password twice. */
        NewPassword: {
            checkNewPassword: string;
            email: string;
            newPassword: string;
            otp: string;
        };
        /** @description An error of a page, as the page tells it: nothing in it is to be believed. */
        PageError: {
            /** @description Where it was thrown, the innermost call first. */
            frames: components["schemas"]["PageFrame"][];
            /** @description What it says. */
            message: string;
            /** @description The class of the error. */
            name: string;
            /** @description The page, without ids. */
            page: string;
        };
        /** @description A place in the code of a page. */
        PageFrame: {
            /**
             * Format: int64
             * @description The column in that.
             */
            column: number;
            /** @description The path of the script. */
            file: string;
            /** @description The name of the function, if it has one. */
            function: string;
            /**
             * Format: int64
             * @description The line in it.
             */
            line: number;
        };
        /**
         * @description What asked for a page.
         * @enum {string}
         */
        PageReason: "fetch_messages" | "get_room_chat_messages" | "missed";
        /**
         * Format: uuid
         * @description A person: mentee, mentor or staff.
         */
        PersonId: string;
        /**
         * Format: uuid
         * @description A picture of a person.
         */
        PictureId: string;
        /**
         * Format: uuid
         * @description The picture of a link preview.
         */
        PreviewPictureId: string;
        /** @description A person as they see themselves. What nothing in the product fills yet is empty or hidden, as it is for a new person. */
        Profile: {
            bio: string;
            declaration: boolean;
            displayName: string;
            email: string;
            firstName: string;
            fullName: string;
            hasAgreedTerms: boolean;
            id: components["schemas"]["PersonId"];
            institutionCode: string | null;
            lastName: string;
            mentorGroup: string | null;
            mentorships: string[];
            newPrimaryLanguage: string;
            phoneNumber: string;
            picture: string | null;
            program: string | null;
            programName: string | null;
            provider: components["schemas"]["Provider"];
            role: components["schemas"]["Role"];
            status: components["schemas"]["ProfileStatus"];
            userType: components["schemas"]["Role"];
        };
        /** @description The form, for its description. What is left out stays as it is. */
        ProfileForm: {
            /** @description At most 1000 characters. */
            bio?: string | null;
            /** @description Only read: a name is changed by staff. */
            full_name?: string | null;
            /** @description Digits; empty for none. */
            phone_number?: string | null;
            /**
             * Format: binary
             * @description A JPEG, PNG, WebP or GIF file of at most 2 MB; an empty text takes the picture away.
             */
            picture?: string | null;
        };
        ProfileStatus: {
            experiences: components["schemas"]["Experiences"];
            matching: components["schemas"]["Matching"];
            newSessionAvailable: boolean;
            surveys: components["schemas"]["SurveyEntry"][];
        };
        /** @description A programme that people may join. */
        Project: {
            /** @description If there are any, only people with an address in one of these may choose it. */
            emailDomains: string[];
            /** @description Nobody may choose it now. */
            isDisabled: boolean;
            key: string;
            name: string;
        };
        /** @description All programmes, by key. */
        ProjectList: {
            data: components["schemas"]["Projects"];
        };
        Projects: {
            projects: {
                [key: string]: components["schemas"]["Project"];
            };
        };
        /**
         * @description Who vouches for a person's sign-in.
         * @enum {string}
         */
        Provider: "normal" | "google";
        /** @description Whether to ask. */
        RatingStatus: {
            /** @description The person is to be asked now. */
            isRatingModal: boolean;
        };
        /** @description A message of a conversation that is read by staff. */
        ReadMessage: {
            /** @description The names of files that came with it. */
            attachmentNames: string[];
            /** Format: date-time */
            createdOn: string;
            /** @description Whether it is the one that brought it up. */
            isSubject: boolean;
            msgId: components["schemas"]["MessageId"];
            text: string;
            userFullName: string;
            userId: components["schemas"]["PersonId"];
        };
        /**
         * Format: uuid
         * @description A recorded call.
         */
        RecordingId: string;
        /**
         * @description Why a call is recorded or not.
         * @enum {string}
         */
        RecordingReason: "everybody_agreed" | "declined" | "unanswered" | "no_moderator" | "nobody" | "builtin" | "not_offered";
        /**
         * @description How far the work on a recording has come.
         * @enum {string}
         */
        RecordingState: "recorded" | "transcribed" | "summarised" | "ready" | "failed" | "purged" | "no_recording";
        /**
         * @description A text made of a recording.
         * @enum {string}
         */
        RecordingText: "summary" | "transcript";
        /** @description A browser that can be told of things. */
        Registration: {
            /** @description The browser's `PushSubscription`, as JSON in a text. */
            registrationId: string;
            /** @description `web`. */
            type: string;
        };
        /**
         * @description Which of its files.
         * @enum {string}
         */
        Rendition: "full" | "preview" | "still";
        /**
         * Format: uuid
         * @description What somebody told staff of a message or a person.
         */
        ReportId: string;
        /** @description A report that staff will see. */
        ReportMade: {
            /** @description Whether the person is blocked now; staff never are. */
            blocked: boolean;
            id: components["schemas"]["ReportId"];
        };
        /**
         * @description Why something is reported.
         * @enum {string}
         */
        ReportReason: "danger" | "harassment" | "inappropriate" | "private_contact" | "spam" | "other";
        /** @description What somebody tells staff. */
        ReportRequest: {
            /** @description Block the person as well. */
            block?: boolean;
            /** @description Where it happened. */
            channelId: components["schemas"]["ChannelId"];
            /** @description More about it, at most 2,000 characters. */
            details?: string;
            /** @description The message it is about. */
            msgId?: components["schemas"]["MessageId"];
            /** @description Why. */
            reason: components["schemas"]["ReportReason"];
            /** @description The member it is about, if it is no single message. */
            userId?: components["schemas"]["PersonId"];
        };
        /** @description What came of it. */
        Resolution: {
            /** @description For the record, at most 2,000 characters. */
            resolution?: string;
        };
        /** @description What the browser brought back, or the provider's token itself. */
        Returned: {
            /** @description The provider's code. */
            code: string;
            /** @description Our state. */
            state: string;
        } | {
            /** @description The token. Each is taken once. */
            idToken: string;
            /** @description The id of the provider. */
            provider: string;
        };
        /**
         * @description What a person is in the programme.
         * @enum {string}
         */
        Role: "Mentor" | "Mentee" | "Staff";
        RuleMessages: {
            applicationReview: string;
            curriculum: string;
            localeApplicationReview: string;
            localeCurriculum: string;
        };
        /** @description What to search for. */
        SearchQuery: {
            /**
             * Format: int64
             * @description From 1.
             */
            page_number?: number;
            /** @description Words; all of them must be in a message, as they are or as a piece of a longer one. At most 200 characters. */
            search_text: string;
        };
        /** @description A file as a client sends it: `data` in base64, or the `url` of one that the server has. */
        SentAttachment: {
            /** @description The content in base64. */
            data?: string;
            /** @description The file's name. */
            name: string;
            /** @description What the client takes it for; the content decides. */
            type?: string;
            /** @description The address of the content. */
            url?: string;
        };
        /** @description A mail as it would have been read. */
        SentMail: {
            /** @description The code in it, if it has one. */
            code: string | null;
            html: string;
            id: string;
            /** Format: date-time */
            sentAt: string | null;
            subject: string;
            text: string;
            to: string;
        };
        /** @description A frame to a client. */
        ServerFrame: {
            /**
             * Format: int64
             * @description What the pages are cut against.
             */
            anchor: number;
            /** @description Of which channel. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "messages_payload";
            /** @description The messages. */
            messages: components["schemas"]["WireMessage"][];
            /**
             * Format: int64
             * @description The next older page; none at the beginning of the channel.
             */
            new_page_number: number | null;
            /**
             * Format: int64
             * @description 1 is the newest.
             */
            page_number: number;
            /** @description The message that was asked for. */
            selected_msg_id?: components["schemas"]["MessageId"];
            /** @description What asked for it. */
            type: components["schemas"]["PageReason"];
        } | {
            /** @description More changed after `after_change` than was sent: fetch the pages again. */
            changes_left_out?: boolean;
            /** @description Which. */
            channel: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "joined";
            /**
             * Format: int64
             * @description The newest change of a message: every later one comes as `message_changed`.
             */
            last_change: number;
            last_msg_id: components["schemas"]["MessageId"] | null;
            /**
             * Format: int64
             * @description The person's read position.
             */
            last_seen_seq: number;
            /**
             * Format: int64
             * @description Its number; 0 if there is none.
             */
            last_seq: number;
            /**
             * Format: int64
             * @description Messages of others after it.
             */
            unread: number;
        } | (components["schemas"]["WireMessage"] & {
            /** @enum {string} */
            command: "new_message";
        }) | (components["schemas"]["WireMessage"] & {
            /** @enum {string} */
            command: "message_changed";
        }) | {
            /** @enum {string} */
            command: "unread_message";
            /** @description By channel. */
            unread_messages: {
                [key: string]: components["schemas"]["UnreadCount"];
            };
        } | {
            /** @description In which channel. */
            channel_id: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "update_last_viewed_timestamp";
            /**
             * Format: date-time
             * @description When.
             */
            last_viewed_timestamp: string;
            msg_id: components["schemas"]["MessageId"] | null;
            /**
             * Format: int64
             * @description Its number.
             */
            seq: number;
            /** @description Whose. */
            user_id: components["schemas"]["PersonId"];
        } | {
            /** @enum {string} */
            command: "reload";
        } | {
            /** @description In which channel. */
            channel_id: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "typing";
            /** @description Who. */
            user_id: components["schemas"]["PersonId"];
        } | {
            /** @description In which channel. */
            channel_id: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "assistant_delta";
            /** @description What was asked. */
            reply_to: components["schemas"]["MessageId"];
            /** @description The whole answer as far as it has come; empty at the beginning. */
            text: string;
        } | {
            /** @description In which channel. */
            channel_id: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "incoming_call";
            /**
             * Format: date-time
             * @description When it stops ringing.
             */
            expires_at: string;
            /** @description Their name. */
            from_name: string;
            /** @description Who calls. */
            from_user_id: components["schemas"]["PersonId"];
            /** @description Its room. */
            room: string;
        } | {
            /** @enum {string} */
            command: "call_answered";
            /** @description Its room. */
            room: string;
        } | {
            /** @description In which channel. */
            channel_id: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "call_ended";
            /** @description Why. */
            reason: components["schemas"]["CallEnd"];
            /** @description Its room. */
            room: string;
        } | {
            /** @description In which channel. */
            channel_id: components["schemas"]["ChannelId"];
            /** @enum {string} */
            command: "call_changed";
            /** @description Who declined it. */
            declined: components["schemas"]["PersonId"][];
            /** @description Who is in it, who came first before the others. */
            participants: components["schemas"]["WireParticipant"][];
            /** @description Whether it may be recorded, and who said what. */
            recording: components["schemas"]["WireRecording"];
            /** @description Its room. */
            room: string;
        } | {
            /** @enum {string} */
            command: "call_peers";
            /** @description All but the one that reads this. */
            peers: components["schemas"]["WirePeer"][];
            /** @description Its room. */
            room: string;
        } | {
            /** @enum {string} */
            command: "call_signal";
            /** @description `{"description": …}` or `{"candidate": …}`. */
            data: Record<string, never>;
            /** @description Which tab. */
            from_peer: string;
            /** @description Its room. */
            room: string;
        } | {
            /** @description The channel that the refused command named. */
            channel?: components["schemas"]["ChannelId"];
            /** @description For programs. */
            code: components["schemas"]["ErrorCode"];
            /** @enum {string} */
            command: "error";
            /** @description The command that was refused. */
            in_reply_to?: string;
            /** @description For people. */
            message: string;
            /**
             * Format: int64
             * @description When trying again makes sense.
             */
            retry_after_ms?: number;
            /** @description The room that it named. */
            room?: string;
            /** @description The message that was refused. */
            temp_id?: string;
        };
        SessionCounts: {
            /** Format: int32 */
            completedSessions: number;
            /** Format: int32 */
            remainingSessions: number;
        };
        /**
         * Format: uuid
         * @description One sign-in of a person on one browser.
         */
        SessionId: string;
        /** @description What a person signs in with. */
        SignIn: {
            email: string;
            password: string;
        };
        /** @description A provider that a button leads to. */
        SocialForPages: {
            /** @description Names it to `GET api/v2/users/social/start/`. */
            id: string;
            /** @description What people call it. */
            name: string;
        };
        /** @description Somebody cried for help to the assistant. What they said is not in it: see the conversation of the alert. */
        StaffAlert: {
            /** Format: date-time */
            createdOn: string;
            id: components["schemas"]["AlertId"];
            /** @description What was noted when it was closed; stays when it is opened again. */
            resolution: string | null;
            /** @description Who closed it, or opened it again; empty for nobody yet. */
            resolvedByName: string;
            /** Format: date-time */
            resolvedOn: string | null;
            userFullName: string;
            userId: components["schemas"]["PersonId"] | null;
        };
        /** @description A recording as staff see it: nothing of what was said. */
        StaffRecording: {
            channelId: components["schemas"]["ChannelId"];
            /** @description Empty for conversations of two. */
            channelName: string;
            /** @description Why it failed, as in the history of a channel. */
            failure: string | null;
            id: components["schemas"]["RecordingId"];
            /** Format: date-time */
            startedOn: string;
            state: components["schemas"]["RecordingState"];
        };
        /** @description A report as staff see it. */
        StaffReport: {
            channelId: components["schemas"]["ChannelId"];
            channelName: string;
            /** Format: date-time */
            createdOn: string;
            details: string;
            id: components["schemas"]["ReportId"];
            /** @description What the message said when it was reported. */
            message: string | null;
            msgId: components["schemas"]["MessageId"] | null;
            reason: components["schemas"]["ReportReason"];
            reporterId: components["schemas"]["PersonId"];
            reporterName: string;
            /** @description What was noted when it was closed; stays when it is opened again. */
            resolution: string | null;
            /** @description Who closed it, or opened it again; empty for nobody yet. */
            resolvedByName: string;
            /** Format: date-time */
            resolvedOn: string | null;
            userFullName: string;
            userId: components["schemas"]["PersonId"];
        };
        /** @description A survey that concerns the person. */
        SurveyEntry: {
            /** @description Whether it may be taken. */
            expPermission: components["schemas"]["Access"];
            surveyId: string;
            /** @description Begins with `NOT_STARTED`, `ONGOING` or `COMPLETE`. */
            surveyStatus: string;
        };
        /** @description The state of the installation. */
        SystemStatus: {
            /** @description Nobody can sign in at the moment. */
            underMaintenance: boolean;
        };
        /** @description A piece of a text, from top to bottom. */
        TextBlock: {
            /** @description Its name in addresses, unique in the text. */
            id: string;
            /** @enum {string} */
            kind: "heading";
            /**
             * Format: int32
             * @description 1 for the largest.
             */
            level: number;
            /** @description Its words. */
            spans: components["schemas"]["TextSpan"][];
        } | {
            /** @enum {string} */
            kind: "paragraph";
            /** @description Its words. */
            spans: components["schemas"]["TextSpan"][];
        } | {
            /** @description Whether its items are numbered. */
            isOrdered: boolean;
            /** @description The words of its items. */
            items: components["schemas"]["TextSpan"][][];
            /** @enum {string} */
            kind: "list";
        };
        /** @description Words that look alike. */
        TextSpan: {
            /** @description Where they lead: a page of ours ("/moreinfo/faq"), an https or a mailto address. */
            href?: string | null;
            /** @description Whether they are emphasised. */
            isEmphasised?: boolean;
            /** @description Whether they are of more weight. */
            isStrong?: boolean;
            /** @description The words. */
            text: string;
        };
        /** @description The texts of the pages. */
        Translations: {
            /** @description The language that they are in, where they are not in English. */
            languageCode: string;
            /** @description "app", "common" and "messenger": each a tree of texts. */
            translations: {
                [key: string]: Record<string, never>;
            };
        };
        /** @description A code that somebody typed. */
        Typed: {
            email: string;
            otp: string;
        };
        /** @description The provider knows this person, and we do not yet. */
        Unknown: {
            /** @description `social_unknown`. */
            code: string;
            /** @description The address. */
            email: string;
            /** @description The name that the provider tells; empty if it tells none. */
            name: string;
            /** @description Proves the address to `signup`, once, within half an hour. */
            token: string;
        };
        /** @description What a person has not seen of a channel. */
        UnreadCount: {
            /**
             * Format: int64
             * @description Messages of others.
             */
            count: number;
            /** @description More about them. */
            data: components["schemas"]["UnreadData"];
        };
        /** @description More about unread messages. */
        UnreadData: {
            /** @description Whether one of them mentions the person. */
            is_tagged: boolean;
        };
        /** @description Unread counts. */
        UnreadMessages: {
            /** @description By channel. */
            unreadMessages: {
                [key: string]: components["schemas"]["ChannelUnread"];
            };
        };
        /** @description A file of a channel. */
        Uploaded: {
            /** @description Its name; a photo of an iPhone may have become a `.jpg`. */
            attachmentName: string;
            /**
             * Format: int64
             * @description From top to bottom.
             */
            height: number | null;
            /** @description Names the file. */
            id: components["schemas"]["AttachmentId"];
            /** @description Where it is for the next ten minutes. */
            presignedUrl: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /** @description A small picture of it, if there is one, for as long. */
            thumbnailPresignedUrl: string | null;
            /** @description Its media type, from its content. */
            type: string;
            /** @description What `send` calls it, and where fresh links are. */
            url: string;
            /**
             * Format: int64
             * @description Pixels of a picture, or the proportion of a page, from left to right.
             */
            width: number | null;
        };
        /** @description The account is made, and its owner is signed in. */
        Welcome: components["schemas"]["Grant"] & {
            /** @description What the browser is to tell an advertising service, where the operator wants that. */
            conversion?: components["schemas"]["Conversion"];
        };
        /** @description Why somebody reads what was written to others. */
        Why: {
            /** @description 3 to 500 characters, kept for ever with the name of the reader. */
            reason: string;
        };
        /** @description What a message of the assistant is. */
        WireAssistant: {
            /** @description Who helps now. */
            helplines: components["schemas"]["WireHelpline"][];
            /** @description An answer, or what came instead of one. */
            kind: components["schemas"]["AssistantOutcome"];
            /** @description The message that it answers. */
            reply_to: components["schemas"]["MessageId"];
            /** @description Where the answer comes from, for people. */
            sources: string[];
        };
        /** @description An attachment inside a message. */
        WireAttachment: {
            /** @description Its name. */
            attachment_name: string;
            /**
             * Format: int64
             * @description From top to bottom.
             */
            height: number | null;
            /** @description Names the file. */
            id: string;
            /** @description Where it is for the next ten minutes. */
            presigned_url: string;
            /**
             * Format: int64
             * @description Bytes; 0 where they are not known.
             */
            size: number;
            /** @description A small picture of it, if there is one. */
            thumbnail_presigned_url: string | null;
            /** @description Its media type. */
            type: string;
            /**
             * Format: int64
             * @description Pixels of a picture, or the proportion of a page, from left to right.
             */
            width: number | null;
        };
        /** @description What somebody in a call said about being recorded. */
        WireConsent: {
            /** @description Yes, No, or null for no answer yet. */
            consent: boolean | null;
            /** @description Their name. */
            name: string;
            user_id: components["schemas"]["PersonId"] | null;
        };
        /** @description Somebody to call. */
        WireHelpline: {
            /** @description Who they are. */
            name: string;
            /** @description Their number, as it is dialled. */
            phone: string;
            /** @description Their page; may be empty. */
            url: string;
        };
        /** @description A message on the wire. */
        WireMessage: {
            /** @description What it is, if the assistant wrote it. */
            assistant?: components["schemas"]["WireAssistant"];
            /** @description JSON text of a list of [`WireAttachment`]. */
            attachments: string;
            /**
             * Format: int64
             * @description The number of its last change: of two states of a message the one with the higher number counts.
             */
            changed?: number;
            /** @description Its channel. */
            channel_id: components["schemas"]["ChannelId"];
            /**
             * Format: date-time
             * @description When it was committed.
             */
            created_on: string;
            /**
             * Format: date-time
             * @description When its text last became another one.
             */
            edited_on?: string;
            /** @description Whether staff sent it to everybody. */
            is_broadcast_message: boolean;
            /** @description What the first link of the text leads to. */
            link_preview?: components["schemas"]["LinkPreview"];
            /** @description The text. */
            message: string;
            /** @description Its id. */
            msg_id: components["schemas"]["MessageId"];
            /** @description Who reacted with what, the oldest reaction first. */
            reactions?: components["schemas"]["WireReaction"][];
            /** @description What it answers, as it read at that moment. */
            reply_to?: components["schemas"]["WireQuote"];
            /**
             * Format: int64
             * @description Its number in the channel.
             */
            seq: number;
            /** @description `sent`. */
            status: components["schemas"]["Delivery"];
            /** @description The sender's name for it, told to the sender alone. */
            temp_id?: string;
            /** @description Who wrote it. */
            user_id: components["schemas"]["PersonId"];
        };
        /** @description Somebody in a call. */
        WireParticipant: {
            /** @description Whether they can record: the first of those who are there does. */
            is_moderator: boolean;
            /**
             * Format: date-time
             * @description Since when.
             */
            joined_at: string;
            /** @description Their name; empty for somebody unknown. */
            name: string;
            user_id: components["schemas"]["PersonId"] | null;
        };
        /** @description Another tab of a built-in call. */
        WirePeer: {
            /** @description Whether it sends a picture. */
            camera: boolean;
            /** @description Whether it sends sound. */
            microphone: boolean;
            /** @description Their name. */
            name: string;
            /** @description Its name in the call. */
            peer: string;
            /** @description Whether the reader gives way to it when both make an offer at the same moment. */
            polite: boolean;
            /** @description Whether it shows its screen. */
            screen: boolean;
            /** @description Whose it is. */
            user_id: components["schemas"]["PersonId"];
        };
        /** @description A message inside its answer. */
        WireQuote: {
            /** @description The name of the file that came with it. */
            attachment_name?: string;
            /** @description The message. */
            msg_id: components["schemas"]["MessageId"];
            /**
             * Format: int64
             * @description Its number in the channel.
             */
            seq: number;
            /** @description The beginning of its text, in one line. */
            text: string;
            /** @description Who wrote it. */
            user_id: components["schemas"]["PersonId"];
        };
        /** @description What people reacted with. */
        WireReaction: {
            /**
             * Format: int64
             * @description How many people.
             */
            count: number;
            /** @description One emoji. */
            emoji: string;
            /** @description Who, the first ones first, at most a hundred. */
            user_ids: components["schemas"]["PersonId"][];
        };
        /** @description Whether a call is recorded, and who of those in it said what. */
        WireRecording: {
            /** @description Of everybody who is in the call. */
            consents: components["schemas"]["WireConsent"][];
            /** @description Why, or why not. */
            reason: components["schemas"]["RecordingReason"];
            /** @description Whether it may run. */
            state: components["schemas"]["CallRecordingState"];
        };
        /** @description A work readiness score. */
        WorkReadinessScore: {
            /**
             * Format: date
             * @description The day on which it was measured.
             */
            date: string;
            /** @description What it says about the person; may be empty. */
            description: string;
            /**
             * Format: double
             * @description What can be reached.
             */
            max: number;
            /** @description The area. */
            name: string;
            /**
             * Format: double
             * @description What was reached, from zero.
             */
            score: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    dev_outbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMail"][];
                };
            };
            /** @description `not_found`: this is no demonstration */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    community: {
        parameters: {
            query?: {
                /** @description The code of a language; without it `Accept-Language` counts. */
                language_code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All documents, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommunityDocument"][];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    register_device: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description So it is. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `push_off`: nothing is pushed here */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: no subscription, or of a push service that is not reached */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    unregister_device: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description So it is, and was perhaps before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    cards: {
        parameters: {
            query: {
                /** @description `Internship` (also spelled `Intership`) or `Mentorship`. */
                exp_type: string;
                /** @description The code of a language; without it `Accept-Language` counts. */
                language_code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the programme. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: there are no such cards */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    card_picture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its name, as a card tells it. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PNG, JPEG, WebP or SVG. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    alerts: {
        parameters: {
            query?: {
                /** @description True for those that are done. */
                resolved?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cries for help of the programme. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAlert"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resolve_alert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which. */
                alert: components["schemas"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resolution"];
            };
        };
        responses: {
            /** @description It is closed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: no such open alert */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    read_alerted: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which. */
                alert: components["schemas"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Why"];
            };
        };
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadMessage"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: no reason */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reopen_alert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which. */
                alert: components["schemas"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is open. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: no such closed alert */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    blocks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those the person blocked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockedPerson"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    block: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Block"];
            };
        };
        responses: {
            /** @description Blocked, now or before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_not_blocked`: staff stay reachable */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: nobody the person shares a channel with */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    unblock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Whom. */
                person: components["schemas"]["PersonId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not blocked, now or before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    bot_users: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotUser"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    channels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All but those the person is absent from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    file: {
        parameters: {
            query: {
                /** @description Seconds since 1970. */
                expires: number;
                /** @description Over the file and the time. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The file. */
                id: components["schemas"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found`: no such file, or its address is too old */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    thumbnail: {
        parameters: {
            query: {
                /** @description Seconds since 1970. */
                expires: number;
                /** @description Over the file and the time. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The file. */
                id: components["schemas"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A WebP picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found`: no such picture, or its address is too old */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    gifs: {
        parameters: {
            query?: {
                /** @description What to look for; what is popular if it is empty. */
                q?: string;
                /** @description 1 is the first; ten to a page. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GifPage"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `gifs_off`: no provider is configured */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`: 60 a minute */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    gif_media: {
        parameters: {
            query: {
                /** @description Over the picture. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The server's name for it. */
                gif: string;
                /** @description Which of its files. */
                rendition: components["schemas"]["Rendition"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found`: none of ours, or the provider has it no longer; `gifs_off` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    link_preview: {
        parameters: {
            query: {
                /** @description An http or https address. */
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the page says about itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkPreview"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `no_preview`: nothing to show */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`: 20 a minute */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    link_preview_picture: {
        parameters: {
            query: {
                /** @description Over the picture. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The picture. */
                id: components["schemas"]["PreviewPictureId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    meeting_summary_rating: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeetingRating"];
            };
        };
        responses: {
            /** @description Kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingRated"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `forbidden`: `user_id` is somebody else */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `meeting_not_ready`: there are no notes to judge */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    meeting_text: {
        parameters: {
            query: {
                /** @description Seconds since 1970. */
                expires: number;
                /** @description Over the file and the time. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The recording. */
                id: components["schemas"]["RecordingId"];
                /** @description Which of its texts. */
                text: components["schemas"]["RecordingText"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Plain text, to be kept as a file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found`: no such text, or its address is too old */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    recordings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffRecording"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    report: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportRequest"];
            };
        };
        responses: {
            /** @description Staff are told. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportMade"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown`, or `not_found`: no such message or member in it */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`: twenty within an hour */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reports: {
        parameters: {
            query?: {
                /** @description True for those that are done. */
                resolved?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reports of the programme. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffReport"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resolve_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which. */
                report: components["schemas"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resolution"];
            };
        };
        responses: {
            /** @description It is closed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: no such open report */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    read_reported: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which. */
                report: components["schemas"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Why"];
            };
        };
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadMessage"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: no reason */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reopen_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which. */
                report: components["schemas"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is open. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `staff_only` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: no such closed report */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    search_messages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchQuery"];
            };
        };
        responses: {
            /** @description 20 a page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundMessages"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: no words, too many, or no page. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    unread_messages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts of all channels. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadMessages"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    upload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The conversation. */
                channel: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["Form"];
            };
        };
        responses: {
            /** @description It can be sent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Uploaded"];
                };
            };
            /** @description `malformed`: not a form with a file */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_active_member`, `blackout`, `attachments_off`: the assistant's channel takes words alone */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `attachment_too_large`: more than 5 MB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `attachment_type`, `attachment_broken` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The conversation. */
                channel: components["schemas"]["ChannelId"];
                /** @description The file. */
                id: components["schemas"]["AttachmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Fresh links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Uploaded"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown`, `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    channel_history: {
        parameters: {
            query?: {
                /** @description 1 is the newest and what is meant without a number. */
                page_number?: number;
            };
            header?: never;
            path: {
                /** @description The conversation. */
                channel: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Inactive members see the calls of their time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelHistory"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: not a page number */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    mute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel. */
                channel: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Mute"];
            };
        };
        responses: {
            /** @description So it is. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    chat_rating_status: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The conversation. */
                channel: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Due once per interval of the programme, after at least 10 messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatingStatus"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    chat_rating: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The conversation. */
                channel: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRating"];
            };
        };
        responses: {
            /** @description Kept. Repeating it changes nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatingStatus"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_active_member` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rating_not_due`: nobody asked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: `fields` names the questions */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    declarations: {
        parameters: {
            query: {
                /** @description `mentor` or `mentee`, in any case. */
                type: string;
                /** @description The code of a language; without it `Accept-Language` counts. */
                language_code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the language that was asked for, else in English. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclarationText"];
                };
            };
            /** @description `not_found`: nothing has to be declared */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: neither mentor nor mentee */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    tell_error: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageError"];
            };
        };
        responses: {
            /** @description Told. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: nobody wants to hear of it */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    faq: {
        parameters: {
            query?: {
                /** @description The code of a language; without it `Accept-Language` counts. */
                language_code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Topics in the order of the programme. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaqTopic"][];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    work_readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first; several of an area show how it went. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkReadinessScore"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForPages"];
                };
            };
        };
    };
    supported_languages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The default one first. Those that are not active cannot be chosen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Language"][];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    translation: {
        parameters: {
            query: {
                /** @description The code of a language; English if nobody speaks it here. */
                language_code: string;
                /** @description Only what content says differently: our own pages have the rest in them. */
                only_changes?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is missing in the language is said in English. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Translations"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    account_exists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Asked"];
            };
        };
        responses: {
            /** @description Whether there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Existence"];
                };
            };
            /** @description `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    agreement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Agreement"];
            };
        };
        responses: {
            /** @description Agreed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: anything but a yes */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description The password is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description `not_signed_in` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `other_provider`: there is no password here */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `current_password_wrong`; `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `account_blocked`, `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    confirm_otp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Typed"];
            };
        };
        responses: {
            /** @description The address is proven. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description `code_wrong`; `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    confirm_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description The password is changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description `code_wrong`; `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    help_desk_identity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Identifier and proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HelpDeskIdentity"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: there is no help desk */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    person_picture: {
        parameters: {
            query: {
                /** @description Seconds since 1970. */
                expires: number;
                /** @description Over the picture and the time. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description The picture. */
                id: components["schemas"]["PictureId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A WebP picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_found`: replaced, or its address is too old */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    primary_language: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The code of a supported language. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: nobody speaks it here */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    edit_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ProfileForm"];
            };
        };
        responses: {
            /** @description The person as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description `malformed`: not a form */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `picture_too_large`: more than 2 MB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `picture_broken`; `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Still signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
            /** @description Not signed in: no cookie came along. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `not_signed_in`: the cookie is good for nothing, and cleared */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reset_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Address"];
            };
        };
        responses: {
            /** @description The code is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description `user_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `other_provider` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `resend_too_soon`, `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    send_otp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Address"];
            };
        };
        responses: {
            /** @description The code is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description `already_signed_up` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `resend_too_soon`, `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedSession"][];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    end_other_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The others have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    end_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                id: components["schemas"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: ended before, or another person's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
            /** @description `malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `wrong_password`, `user_unknown` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `user_disabled`, `email_not_verified`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `other_provider` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `account_blocked`, `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out, or was not signed in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sign_up: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Application"];
            };
        };
        responses: {
            /** @description The account is made, and its owner is signed in. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Welcome"];
                };
            };
            /** @description `already_signed_up` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `code_wrong`, `ticket_wrong`; `invalid`, with the fields and `non_field_errors` */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    social_finish: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Returned"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
            /** @description Nobody has this address here: `social_unknown`, on to the sign-up. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unknown"];
                };
            };
            /** @description `social_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `user_disabled`, `email_not_verified`, `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `other_provider` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    social_start: {
        parameters: {
            query: {
                /** @description The id of a provider, as `GET api/v2/settings/` names it. */
                provider: string;
                mode?: "popup" | "page";
                /** @description Which page waits, in letters and digits, of which 16 count: it comes back with the state. */
                tab?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider, or to our page with what is wrong. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    system_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the installation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemStatus"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    verify_otp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Typed"];
            };
        };
        responses: {
            /** @description The address is proven. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description `code_wrong`; `invalid`, with the fields */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited`, with `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    meeting_summary_rating_status: {
        parameters: {
            query?: {
                /** @description The asker; checked against the token where it is named. */
                user_id?: components["schemas"]["PersonId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On from when the notes are ready, for two weeks, once per person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingRatingCard"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `forbidden`: `user_id` is somebody else */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    live_call: {
        parameters: {
            query: {
                /** @description The conversation. */
                channel: components["schemas"]["ChannelId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRoom"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_active_member`, `blackout`, `video_off`, `blocked` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown`, `no_call` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `no_calls_here` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    start_call: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallWanted"];
            };
        };
        responses: {
            /** @description The call that goes on here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRoom"];
                };
            };
            /** @description A new call: its invitation is in the conversation, and it rings. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRoom"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_active_member`, `blackout`, `video_off`, `blocked` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `channel_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `no_calls_here`: the assistant's channel, or announcements */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `rate_limited` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    call: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its `room` or its `roomId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRoom"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_active_member`, `blackout`, `video_off`, `blocked` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `call_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    consent_to_recording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The call's `room` or `roomId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentGiven"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRoom"];
                };
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_active_member`, `blackout`, `video_off`, `blocked` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `call_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `call_over` */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: not the code of a language */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    tell_of_call: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The call's `room` or `roomId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallHint"];
            };
        };
        responses: {
            /** @description It was heard. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing, or speaks for nobody (any more): `not_signed_in`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_active_member`, `blackout`, `video_off`, `blocked`; `forbidden` for the tab of somebody else */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `call_unknown` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `call_over`; `consent_first` for `joined` before an answer about recording */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `invalid`: no such event or tab can be */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    hear_conference_server: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<seconds>,v1=<base64 of HMAC-SHA256 of "t.body">`, at most 5 minutes old. */
                "X-Jaas-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description `{idempotencyKey, eventType, timestamp, fqn, data}` */
        requestBody: {
            content: {
                "application/json": string;
            };
        };
        responses: {
            /** @description It was heard, now or before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `signature_wrong`: signed by nobody, for something else, or long ago */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `forbidden`: who came may not be in the call (any more), and is to be put out */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `not_found`: there is no conference server */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    project_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All programmes, by key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    alive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not ready, with the reasons. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    socket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The socket is open. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed`: not a WebSocket handshake */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description `foreign_origin` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Nobody's fault but ours; trying again is right: `unavailable`, `under_maintenance`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
}
