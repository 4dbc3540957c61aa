-- Written by hand: the queue of deliveries, and what waited in the one it replaces.
CREATE INDEX "audits_messagelog_due" ON "audits_messagelog" ("date_due") WHERE "state" = 'waiting';
INSERT INTO "audits_messagelog" ("id", "org_id", "message_type", "receiver", "user", "backend", "state", "attempts", "error", "text", "date_created", "date_due")
  SELECT gen_random_uuid(), '00000000-0000-0000-0000-000000000004', coalesce(m."text"->>'key', 'written'),
    left(u."name" || '(' || u."username" || ')', 512), u."id", 'email', 'waiting', d."attempts", '', m."text", m."date_created", d."date_due"
  FROM "notifications_delivery" d JOIN "notifications_sitemessage" m ON m."id" = d."message" JOIN "users_user" u ON u."id" = m."user";
