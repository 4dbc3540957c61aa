-- Generated from the definitions.
ALTER TABLE "ops_celerytaskexecution" ADD COLUMN "reason" jsonb;
