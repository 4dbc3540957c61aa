-- Generated from the definitions.
ALTER TABLE "tickets_ticket" ADD COLUMN "apply_from_rule" uuid;
