-- Generated from the definitions.
CREATE TABLE "ops_jobapproval" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_standing" boolean NOT NULL,
	"machines_amount" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("material", ''))) STORED,
	"applicant" uuid,
	"date_decided" timestamp (6) with time zone,
	"date_expired" timestamp (6) with time zone,
	"run" uuid,
	"job" uuid,
	"date_created" timestamp (6) with time zone,
	"material" text NOT NULL,
	"status" text NOT NULL,
	"decided_by" text NOT NULL,
	"definition" jsonb NOT NULL,
	"parameters" jsonb NOT NULL,
	"machines" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"digest" text NOT NULL,
	"comment" text NOT NULL
);

ALTER TABLE "ops_jobapproval" ADD CONSTRAINT "ops_jobapproval_applicant_users_user_id_fk" FOREIGN KEY ("applicant") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ops_jobapproval" ADD CONSTRAINT "ops_jobapproval_run_ops_jobexecution_id_fk" FOREIGN KEY ("run") REFERENCES "public"."ops_jobexecution"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ops_jobapproval" ADD CONSTRAINT "ops_jobapproval_job_ops_job_id_fk" FOREIGN KEY ("job") REFERENCES "public"."ops_job"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "ops_jobapproval_status_date_created_ix" ON "ops_jobapproval" USING btree ("org_id","status","date_created" NULLS FIRST,"id");
CREATE INDEX "ops_jobapproval_date_created_ix" ON "ops_jobapproval" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "ops_jobapproval_search_trgm" ON "ops_jobapproval" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "ops_jobapproval_applicant_fk" ON "ops_jobapproval" USING btree ("applicant");
CREATE INDEX "ops_jobapproval_run_fk" ON "ops_jobapproval" USING btree ("run");
CREATE INDEX "ops_jobapproval_job_fk" ON "ops_jobapproval" USING btree ("job");
