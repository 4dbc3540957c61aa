-- Generated from the definitions.
CREATE TABLE "accounts_accountcheckout" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"minutes" bigint NOT NULL,
	"date_start" timestamp (6) with time zone NOT NULL,
	"date_expired" timestamp (6) with time zone NOT NULL,
	"date_limit" timestamp (6) with time zone NOT NULL,
	"is_extended" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("user_display", '')) || chr(10) || lower(coalesce("reason", ''))) STORED,
	"account" uuid,
	"asset" uuid,
	"user" uuid,
	"date_returned" timestamp (6) with time zone,
	"work" uuid,
	"user_display" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"ended_by" text,
	"failure" jsonb
);

ALTER TABLE "accounts_accountcheckout" ADD CONSTRAINT "accounts_accountcheckout_account_accounts_account_id_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts_account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountcheckout" ADD CONSTRAINT "accounts_accountcheckout_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountcheckout" ADD CONSTRAINT "accounts_accountcheckout_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "accounts_accountcheckout_account_status_ix" ON "accounts_accountcheckout" USING btree ("org_id","account" NULLS FIRST,"status","id");
CREATE INDEX "accounts_accountcheckout_status_date_expired_ix" ON "accounts_accountcheckout" USING btree ("org_id","status","date_expired","id");
CREATE INDEX "accounts_accountcheckout_date_start_ix" ON "accounts_accountcheckout" USING btree ("org_id","date_start","id");
CREATE INDEX "accounts_accountcheckout_search_trgm" ON "accounts_accountcheckout" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_accountcheckout_account_fk" ON "accounts_accountcheckout" USING btree ("account");
CREATE INDEX "accounts_accountcheckout_asset_fk" ON "accounts_accountcheckout" USING btree ("asset");
CREATE INDEX "accounts_accountcheckout_user_fk" ON "accounts_accountcheckout" USING btree ("user");
ALTER TABLE "accounts_account" ADD COLUMN "checkout_required" boolean DEFAULT false NOT NULL;
ALTER TABLE "accounts_account" ADD COLUMN "checkout_minutes" bigint DEFAULT 60 NOT NULL;
ALTER TABLE "accounts_accounttemplate" ADD COLUMN "checkout_required" boolean DEFAULT false NOT NULL;
ALTER TABLE "accounts_accounttemplate" ADD COLUMN "checkout_minutes" bigint DEFAULT 60 NOT NULL;
