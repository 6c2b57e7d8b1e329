-- Tells Mentor Hub who comes to a conference and who goes, and when it ends. Loaded on the conference component
-- (XMPP_MUC_MODULES=mentorhub_events); the file belongs into /prosody-plugins-custom.
--
-- Whoever may not be in a call any more is put out: when they come, with a token from before, and within a minute when they
-- are in it already.
--
-- Each event is signed with the secret that both know, and sent up to five times until it was heard. Mentor Hub
-- recognises an event that it heard before.

local http = require "net.http";
local json = require "util.json";
local jid = require "util.jid";
local hashes = require "util.hashes";
local base64 = require "util.encodings".base64;
local uuid = require "util.uuid";
local timer = require "util.timer";
local time_now = require "util.time".now;

local url = os.getenv("MENTORHUB_WEBHOOK_URL");
local secret = os.getenv("MENTORHUB_WEBHOOK_SECRET");
local app = os.getenv("JWT_APP_ID") or "mentorhub";
-- Whoever serves the conference is nobody in it: the focus, recorders, transcribers.
local hidden = module:get_option_set("mentorhub_hidden_domains", {
    os.getenv("XMPP_AUTH_DOMAIN") or "auth.meet.jitsi",
    os.getenv("XMPP_RECORDER_DOMAIN") or "recorder.meet.jitsi",
    os.getenv("XMPP_HIDDEN_DOMAIN") or "hidden.meet.jitsi",
});

local TRIES = 5;
local LOOK_EVERY = 60;

if not url or not secret or secret == "" then
    module:log("error", "MENTORHUB_WEBHOOK_URL and MENTORHUB_WEBHOOK_SECRET must be set: Mentor Hub hears nothing");
    return;
end

local function send(body, try, barred)
    local signed_at = tostring(math.floor(time_now()));
    local signature = base64.encode(hashes.hmac_sha256(secret, signed_at .. "." .. body));
    http.request(url, {
        method = "POST";
        body = body;
        headers = {
            ["Content-Type"] = "application/json";
            ["X-Jaas-Signature"] = "t=" .. signed_at .. ",v1=" .. signature;
        };
    }, function(_, code)
        if code == 204 then return; end
        if code == 403 and barred then return barred(); end
        module:log("warn", "Mentor Hub answered %s to an event", tostring(code));
        if try < TRIES then
            timer.add_task(2 ^ try, function() send(body, try + 1, barred); end);
        end
    end);
end

local function tell(kind, room, data, barred)
    local name = jid.split(room.jid);
    send(json.encode({
        idempotencyKey = uuid.generate();
        eventType = kind;
        timestamp = math.floor(time_now() * 1000);
        fqn = app .. "/" .. name;
        data = data or {};
    }), 1, barred);
end

-- Puts a tab out of the conference.
local function put_out(room, nick)
    return function()
        if room:get_occupant_by_nick(nick) then
            room:set_role(true, nick, nil, "not an active member");
        end
    end
end

-- The person of a token, and the name of the tab in the conference.
local function participant(event)
    local occupant, session = event.occupant, event.origin;
    local _, domain = jid.split(occupant.bare_jid);
    if hidden:contains(domain) then return nil; end
    local _, _, tab = jid.split(occupant.nick);
    local user = session and session.jitsi_meet_context_user;
    -- When a connection breaks there is no session any more: who it was is known by the tab.
    return { id = user and user.id or nil, participantId = tab };
end

-- Who is in which room, by the name of the tab.
local people, rooms = {}, {};

module:hook("muc-occupant-joined", function(event)
    local who = participant(event);
    if not who then return; end
    local nick = event.occupant.nick;
    people[nick] = who.id;
    rooms[nick] = event.room;
    tell("PARTICIPANT_JOINED", event.room, who, put_out(event.room, nick));
end, -10);

module:add_timer(LOOK_EVERY, function()
    for nick, id in pairs(people) do
        local _, _, tab = jid.split(nick);
        tell("PARTICIPANT_PRESENT", rooms[nick], { id = id, participantId = tab }, put_out(rooms[nick], nick));
    end
    return LOOK_EVERY;
end);

module:hook("muc-occupant-left", function(event)
    local who = participant(event);
    if not who then return; end
    who.id = people[event.occupant.nick] or who.id;
    people[event.occupant.nick], rooms[event.occupant.nick] = nil, nil;
    tell("PARTICIPANT_LEFT", event.room, who);
end, -10);

module:hook("muc-room-destroyed", function(event)
    tell("ROOM_DESTROYED", event.room);
end, -10);
