-- Generated from the definitions.
ALTER TABLE "tickets_ticket" ADD COLUMN "opened" jsonb DEFAULT '[]'::jsonb NOT NULL;
