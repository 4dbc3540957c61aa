-- Generated from the definitions.
ALTER TABLE "accounts_changesecretautomation" ADD COLUMN "kind" text DEFAULT 'change_secret' NOT NULL;
ALTER TABLE "accounts_changesecretexecution" ADD COLUMN "kind" text DEFAULT 'change_secret' NOT NULL;
ALTER TABLE "accounts_changesecretrecord" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;
ALTER TABLE "accounts_changesecretrecord" ADD COLUMN "kind" text DEFAULT 'change_secret' NOT NULL;
