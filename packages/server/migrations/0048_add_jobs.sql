-- Generated from the definitions.
CREATE TABLE "audits_joblog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_finished" boolean NOT NULL,
	"is_success" boolean NOT NULL,
	"time_cost" double precision NOT NULL,
	"date_start" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("creator_name", '')) || chr(10) || lower(coalesce("material", ''))) STORED,
	"task_id" uuid,
	"date_finished" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"creator_name" text NOT NULL,
	"material" text NOT NULL,
	"job_type" text NOT NULL
);

CREATE TABLE "ops_job" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"instant" boolean NOT NULL,
	"use_parameter_define" boolean NOT NULL,
	"timeout" bigint NOT NULL,
	"is_periodic" boolean NOT NULL,
	"version" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("comment", ''))) STORED,
	"creator" uuid,
	"playbook" uuid,
	"interval" bigint,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"module" text NOT NULL,
	"args" text NOT NULL,
	"assets" jsonb NOT NULL,
	"runas" text NOT NULL,
	"runas_policy" text NOT NULL,
	"parameters_define" jsonb NOT NULL,
	"chdir" text NOT NULL,
	"comment" text NOT NULL,
	"crontab" text
);

CREATE TABLE "ops_jobexecution" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("material", ''))) STORED,
	"creator" uuid,
	"job" uuid,
	"date_start" timestamp (6) with time zone,
	"date_finished" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"job_type" text NOT NULL,
	"material" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"status" text NOT NULL,
	"definition" jsonb NOT NULL,
	"failure" jsonb,
	"remote_addr" text NOT NULL
);

ALTER TABLE "ops_job" ADD CONSTRAINT "ops_job_creator_users_user_id_fk" FOREIGN KEY ("creator") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ops_job" ADD CONSTRAINT "ops_job_playbook_ops_playbook_id_fk" FOREIGN KEY ("playbook") REFERENCES "public"."ops_playbook"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "ops_jobexecution" ADD CONSTRAINT "ops_jobexecution_creator_users_user_id_fk" FOREIGN KEY ("creator") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ops_jobexecution" ADD CONSTRAINT "ops_jobexecution_job_ops_job_id_fk" FOREIGN KEY ("job") REFERENCES "public"."ops_job"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "audits_joblog_date_start_ix" ON "audits_joblog" USING btree ("org_id","date_start","id");
CREATE INDEX "audits_joblog_search_trgm" ON "audits_joblog" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "ops_job_name_creator_uq" ON "ops_job" USING btree ("org_id","name","creator" NULLS FIRST);
CREATE INDEX "ops_job_date_created_ix" ON "ops_job" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "ops_job_search_trgm" ON "ops_job" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "ops_job_creator_fk" ON "ops_job" USING btree ("creator");
CREATE INDEX "ops_job_playbook_fk" ON "ops_job" USING btree ("playbook");
CREATE INDEX "ops_jobexecution_date_created_ix" ON "ops_jobexecution" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "ops_jobexecution_job_date_created_ix" ON "ops_jobexecution" USING btree ("org_id","job" NULLS FIRST,"date_created" NULLS FIRST,"id");
CREATE INDEX "ops_jobexecution_creator_date_created_ix" ON "ops_jobexecution" USING btree ("org_id","creator" NULLS FIRST,"date_created" NULLS FIRST,"id");
CREATE INDEX "ops_jobexecution_search_trgm" ON "ops_jobexecution" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "ops_jobexecution_creator_fk" ON "ops_jobexecution" USING btree ("creator");
CREATE INDEX "ops_jobexecution_job_fk" ON "ops_jobexecution" USING btree ("job");
ALTER TABLE "ops_machinetarget" ADD COLUMN "exit_code" integer;
ALTER TABLE "ops_machinetarget" ADD COLUMN "seconds" double precision;
