-- Generated from the definitions.
ALTER TABLE "ops_upload" ADD COLUMN "key" text;
