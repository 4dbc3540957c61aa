-- Generated from the definitions.
ALTER TABLE "ops_playbook" ADD COLUMN "date_fetched" timestamp (6) with time zone;
ALTER TABLE "ops_playbook" ADD COLUMN "vcs_ref" text DEFAULT '' NOT NULL;
ALTER TABLE "ops_playbook" ADD COLUMN "vcs_host_key" text DEFAULT '' NOT NULL;
ALTER TABLE "ops_playbook" ADD COLUMN "vcs_commit" text DEFAULT '' NOT NULL;
ALTER TABLE "ops_playbook" ADD COLUMN "vcs_public_key" text DEFAULT '' NOT NULL;
ALTER TABLE "ops_playbook" ADD COLUMN "vcs_key" text;
