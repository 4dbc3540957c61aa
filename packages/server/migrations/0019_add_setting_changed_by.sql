-- Generated from the definitions.
ALTER TABLE "settings_setting" ADD COLUMN "updated_by" text DEFAULT '' NOT NULL;
