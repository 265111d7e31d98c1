-- What somebody who canceled answered to why, and the line they wrote.
ALTER TABLE money_events ADD COLUMN answer TEXT, ADD COLUMN comment TEXT;

-- The briefing for nothing, given by the team, and why.
ALTER TABLE subscriptions ADD COLUMN gift_reason TEXT;
