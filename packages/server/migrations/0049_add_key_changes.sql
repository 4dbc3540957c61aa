-- Generated from the definitions.
ALTER TABLE "accounts_changesecretautomation" ADD COLUMN "ssh_key_change_strategy" text DEFAULT 'add' NOT NULL;
ALTER TABLE "accounts_changesecretrecord" ADD COLUMN "secret_type" text DEFAULT 'password' NOT NULL;
ALTER TABLE "accounts_changesecretrecord" ADD COLUMN "ssh_key_change_strategy" text DEFAULT 'add' NOT NULL;
ALTER TABLE "accounts_changesecretrecord" ADD COLUMN "ssh_key_fingerprint" text;
