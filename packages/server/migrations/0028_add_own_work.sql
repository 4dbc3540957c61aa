-- Generated from the definitions.
ALTER TABLE "ops_celerytaskexecution" ADD COLUMN "rows_total" bigint;
ALTER TABLE "ops_celerytaskexecution" ADD COLUMN "rows_done" bigint;
ALTER TABLE "ops_celerytaskexecution" ADD COLUMN "rows_failed" bigint;
ALTER TABLE "ops_celerytaskexecution" ADD COLUMN "date_told" timestamp (6) with time zone;
ALTER TABLE "ops_celerytaskexecution" ADD COLUMN "result" jsonb;
