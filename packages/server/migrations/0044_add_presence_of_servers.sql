-- Generated from the definitions.
ALTER TABLE "audits_messagelog" ADD COLUMN "carrier" text;
ALTER TABLE "system_worker" ADD COLUMN "presence" integer;
