-- Generated from the definitions.
CREATE TABLE "accounts_integrationapplication" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_expired" timestamp (6) with time zone,
	"date_last_used" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"account_names" jsonb NOT NULL,
	"ip_group" jsonb NOT NULL,
	"secret" text,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "accounts_integrationlog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"datetime" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("application_name", '')) || chr(10) || lower(coalesce("remote_addr", '')) || chr(10) || lower(coalesce("asset", '')) || chr(10) || lower(coalesce("account", ''))) STORED,
	"application" uuid,
	"application_name" text NOT NULL,
	"remote_addr" text NOT NULL,
	"asset" text NOT NULL,
	"account" text NOT NULL,
	"result" text NOT NULL
);

CREATE TABLE "accounts_integrationapplication_accounts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"integrationapplication" uuid NOT NULL,
	"account" uuid NOT NULL
);

CREATE TABLE "accounts_integrationapplication_assets" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"integrationapplication" uuid NOT NULL,
	"asset" uuid NOT NULL
);

ALTER TABLE "accounts_integrationlog" ADD CONSTRAINT "accounts_integrationlog_application_accounts_integrationapplication_id_fk" FOREIGN KEY ("application") REFERENCES "public"."accounts_integrationapplication"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "accounts_integrationapplication_accounts" ADD CONSTRAINT "accounts_integrationapplication_accounts_integrationapplication_accounts_integrationapplication_id_fk" FOREIGN KEY ("integrationapplication") REFERENCES "public"."accounts_integrationapplication"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_integrationapplication_accounts" ADD CONSTRAINT "accounts_integrationapplication_accounts_account_accounts_account_id_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts_account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_integrationapplication_assets" ADD CONSTRAINT "accounts_integrationapplication_assets_integrationapplication_accounts_integrationapplication_id_fk" FOREIGN KEY ("integrationapplication") REFERENCES "public"."accounts_integrationapplication"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_integrationapplication_assets" ADD CONSTRAINT "accounts_integrationapplication_assets_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "accounts_integrationapplication_name_uq" ON "accounts_integrationapplication" USING btree ("org_id","name");
CREATE INDEX "accounts_integrationapplication_name_ix" ON "accounts_integrationapplication" USING btree ("org_id","name" collate "gatehouse_natural","id");
CREATE INDEX "accounts_integrationapplication_search_trgm" ON "accounts_integrationapplication" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_integrationlog_datetime_ix" ON "accounts_integrationlog" USING btree ("org_id","datetime","id");
CREATE INDEX "accounts_integrationlog_application_datetime_ix" ON "accounts_integrationlog" USING btree ("org_id","application" NULLS FIRST,"datetime","id");
CREATE INDEX "accounts_integrationlog_search_trgm" ON "accounts_integrationlog" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_integrationlog_application_fk" ON "accounts_integrationlog" USING btree ("application");
CREATE UNIQUE INDEX "accounts_integrationapplication_accounts_uq" ON "accounts_integrationapplication_accounts" USING btree ("integrationapplication","account");
CREATE INDEX "accounts_integrationapplication_accounts_account_ix" ON "accounts_integrationapplication_accounts" USING btree ("account","integrationapplication");
CREATE UNIQUE INDEX "accounts_integrationapplication_assets_uq" ON "accounts_integrationapplication_assets" USING btree ("integrationapplication","asset");
CREATE INDEX "accounts_integrationapplication_assets_asset_ix" ON "accounts_integrationapplication_assets" USING btree ("asset","integrationapplication");
