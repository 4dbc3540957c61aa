-- Generated from the definitions.
CREATE TABLE "perms_accessreview" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"users_amount" bigint NOT NULL,
	"assets_amount" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"permission" uuid,
	"date_last_used" timestamp (6) with time zone,
	"date_decided" timestamp (6) with time zone,
	"date_ends" timestamp (6) with time zone,
	"date_ended_before" timestamp (6) with time zone,
	"date_reminded" timestamp (6) with time zone,
	"open_for" uuid,
	"date_created" timestamp (6) with time zone,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"decided_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "perms_accessreview_reviewers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"accessreview" uuid NOT NULL,
	"user" uuid NOT NULL
);

ALTER TABLE "perms_accessreview" ADD CONSTRAINT "perms_accessreview_permission_perms_assetpermission_id_fk" FOREIGN KEY ("permission") REFERENCES "public"."perms_assetpermission"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_accessreview_reviewers" ADD CONSTRAINT "perms_accessreview_reviewers_accessreview_perms_accessreview_id_fk" FOREIGN KEY ("accessreview") REFERENCES "public"."perms_accessreview"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "perms_accessreview_reviewers" ADD CONSTRAINT "perms_accessreview_reviewers_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "perms_accessreview_open_for_uq" ON "perms_accessreview" USING btree ("org_id","open_for" NULLS FIRST);
CREATE INDEX "perms_accessreview_status_date_created_ix" ON "perms_accessreview" USING btree ("org_id","status","date_created" NULLS FIRST,"id");
CREATE INDEX "perms_accessreview_date_created_ix" ON "perms_accessreview" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "perms_accessreview_search_trgm" ON "perms_accessreview" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "perms_accessreview_permission_fk" ON "perms_accessreview" USING btree ("permission");
CREATE UNIQUE INDEX "perms_accessreview_reviewers_uq" ON "perms_accessreview_reviewers" USING btree ("accessreview","user");
CREATE INDEX "perms_accessreview_reviewers_user_ix" ON "perms_accessreview_reviewers" USING btree ("user","accessreview");
ALTER TABLE "perms_assetpermission" ADD COLUMN "date_last_used" timestamp (6) with time zone;
