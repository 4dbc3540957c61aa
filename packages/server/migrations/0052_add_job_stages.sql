-- Generated from the definitions.
ALTER TABLE "ops_job" ADD COLUMN "canary" text DEFAULT '' NOT NULL;
ALTER TABLE "ops_job" ADD COLUMN "canary_next" text DEFAULT 'user' NOT NULL;
ALTER TABLE "ops_job" ADD COLUMN "batch" text DEFAULT '' NOT NULL;
ALTER TABLE "ops_machinework" ADD COLUMN "stages" integer[];
ALTER TABLE "ops_machinework" ADD COLUMN "stage" integer DEFAULT 0 NOT NULL;
ALTER TABLE "ops_machinework" ADD COLUMN "first_waits" boolean DEFAULT false NOT NULL;
ALTER TABLE "ops_machinework" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;
ALTER TABLE "ops_machinetarget" ADD COLUMN "output_size" integer;
ALTER TABLE "ops_machinetarget" ADD COLUMN "output_mark" text;
