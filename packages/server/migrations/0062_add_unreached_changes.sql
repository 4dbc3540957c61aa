-- Generated from the definitions.
ALTER TABLE "accounts_changesecretrecord" ADD COLUMN "is_unreached" boolean DEFAULT false NOT NULL;
