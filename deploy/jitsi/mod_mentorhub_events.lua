-- Notifies Mentor Hub when participants join or leave a conference and when it ends. Load it on the conference component
-- (XMPP_MUC_MODULES=mentorhub_events); the file belongs in /prosody-plugins-custom.
--
-- Removes participants who are no longer authorised: at once when they join with an old token, within a minute when they are
-- in the conference.
--
-- Signs each event with the shared secret and sends it up to five times. Mentor Hub ignores duplicates.

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
-- Services are not participants: the focus, recorders, transcribers.
local hidden = module:get_option_set("mentorhub_hidden_domains", {
    os.getenv("XMPP_AUTH_DOMAIN") or "auth.meet.jitsi",
    os.getenv("XMPP_RECORDER_DOMAIN") or "recorder.meet.jitsi",
    os.getenv("XMPP_HIDDEN_DOMAIN") or "hidden.meet.jitsi",
});

local MAX_ATTEMPTS = 5;
local PRESENCE_INTERVAL = 60;

if not url or not secret or secret == "" then
    module:log("error", "MENTORHUB_WEBHOOK_URL and MENTORHUB_WEBHOOK_SECRET must be set: no events are sent to Mentor Hub");
    return;
end

local function send(body, attempt, on_forbidden)
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
        if code == 403 and on_forbidden then return on_forbidden(); end
        module:log("warn", "Mentor Hub answered %s to an event", tostring(code));
        if attempt < MAX_ATTEMPTS then
            timer.add_task(2 ^ attempt, function() send(body, attempt + 1, on_forbidden); end);
        end
    end);
end

local function notify(kind, room, data, on_forbidden)
    local name = jid.split(room.jid);
    send(json.encode({
        idempotencyKey = uuid.generate();
        eventType = kind;
        timestamp = math.floor(time_now() * 1000);
        fqn = app .. "/" .. name;
        data = data or {};
    }), 1, on_forbidden);
end

-- Returns a function that removes a peer from the conference.
local function remove(room, nick)
    return function()
        if room:get_occupant_by_nick(nick) then
            room:set_role(true, nick, nil, "not an active member");
        end
    end
end

-- Returns the person of the token and the peer in the conference.
local function participant(event)
    local occupant, session = event.occupant, event.origin;
    local _, domain = jid.split(occupant.bare_jid);
    if hidden:contains(domain) then return nil; end
    local _, _, tab = jid.split(occupant.nick);
    local user = session and session.jitsi_meet_context_user;
    -- A broken connection has no session: the peer identifies the person.
    return { id = user and user.id or nil, participantId = tab };
end

-- Person and room by the nick of the peer.
local people, rooms = {}, {};

module:hook("muc-occupant-joined", function(event)
    local who = participant(event);
    if not who then return; end
    local nick = event.occupant.nick;
    people[nick] = who.id;
    rooms[nick] = event.room;
    notify("PARTICIPANT_JOINED", event.room, who, remove(event.room, nick));
end, -10);

module:add_timer(PRESENCE_INTERVAL, function()
    for nick, id in pairs(people) do
        local _, _, tab = jid.split(nick);
        notify("PARTICIPANT_PRESENT", rooms[nick], { id = id, participantId = tab }, remove(rooms[nick], nick));
    end
    return PRESENCE_INTERVAL;
end);

module:hook("muc-occupant-left", function(event)
    local who = participant(event);
    if not who then return; end
    who.id = people[event.occupant.nick] or who.id;
    people[event.occupant.nick], rooms[event.occupant.nick] = nil, nil;
    notify("PARTICIPANT_LEFT", event.room, who);
end, -10);

module:hook("muc-room-destroyed", function(event)
    notify("ROOM_DESTROYED", event.room);
end, -10);
