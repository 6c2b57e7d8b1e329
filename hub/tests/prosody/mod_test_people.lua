-- Stands in for Jitsi's token module, which says who of Mentor Hub somebody is: here in the order of their coming.
local people = os.getenv("TEST_PEOPLE"):gmatch("[^,]+");

module:hook("resource-bind", function(event)
    event.session.jitsi_meet_context_user = { id = people() };
end);
