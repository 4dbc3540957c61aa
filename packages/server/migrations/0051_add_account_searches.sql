-- Generated from the definitions.
CREATE TABLE "accounts_gatheraccountsautomation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_sync_account" boolean NOT NULL,
	"is_periodic" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"interval" bigint,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"crontab" text,
	"created_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "accounts_gatheraccountsexecution" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"date_start" timestamp (6) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"automation" uuid,
	"date_finished" timestamp (6) with time zone,
	"name" text NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"failures" jsonb NOT NULL
);

CREATE TABLE "accounts_gatheredaccount" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"present" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("username", ''))) STORED,
	"asset" uuid,
	"date_last_login" timestamp (6) with time zone,
	"changed_by" uuid,
	"date_updated" timestamp (6) with time zone,
	"username" text NOT NULL,
	"address_last_login" text NOT NULL
);

CREATE TABLE "accounts_gatheraccountsautomation_assets" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"gatheraccountsautomation" uuid NOT NULL,
	"asset" uuid NOT NULL
);

CREATE TABLE "accounts_gatheraccountsautomation_nodes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"gatheraccountsautomation" uuid NOT NULL,
	"node" uuid NOT NULL
);

CREATE TABLE "accounts_gatheraccountsautomation_recipients" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"gatheraccountsautomation" uuid NOT NULL,
	"user" uuid NOT NULL
);

ALTER TABLE "accounts_gatheraccountsexecution" ADD CONSTRAINT "accounts_gatheraccountsexecution_automation_accounts_gatheraccountsautomation_id_fk" FOREIGN KEY ("automation") REFERENCES "public"."accounts_gatheraccountsautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_gatheredaccount" ADD CONSTRAINT "accounts_gatheredaccount_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_gatheraccountsautomation_assets" ADD CONSTRAINT "accounts_gatheraccountsautomation_assets_gatheraccountsautomation_accounts_gatheraccountsautomation_id_fk" FOREIGN KEY ("gatheraccountsautomation") REFERENCES "public"."accounts_gatheraccountsautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_gatheraccountsautomation_assets" ADD CONSTRAINT "accounts_gatheraccountsautomation_assets_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_gatheraccountsautomation_nodes" ADD CONSTRAINT "accounts_gatheraccountsautomation_nodes_gatheraccountsautomation_accounts_gatheraccountsautomation_id_fk" FOREIGN KEY ("gatheraccountsautomation") REFERENCES "public"."accounts_gatheraccountsautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_gatheraccountsautomation_nodes" ADD CONSTRAINT "accounts_gatheraccountsautomation_nodes_node_assets_node_id_fk" FOREIGN KEY ("node") REFERENCES "public"."assets_node"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_gatheraccountsautomation_recipients" ADD CONSTRAINT "accounts_gatheraccountsautomation_recipients_gatheraccountsautomation_accounts_gatheraccountsautomation_id_fk" FOREIGN KEY ("gatheraccountsautomation") REFERENCES "public"."accounts_gatheraccountsautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_gatheraccountsautomation_recipients" ADD CONSTRAINT "accounts_gatheraccountsautomation_recipients_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "accounts_gatheraccountsautomation_name_uq" ON "accounts_gatheraccountsautomation" USING btree ("org_id","name");
CREATE INDEX "accounts_gatheraccountsautomation_name_ix" ON "accounts_gatheraccountsautomation" USING btree ("org_id","name" collate "gatehouse_natural","id");
CREATE INDEX "accounts_gatheraccountsautomation_search_trgm" ON "accounts_gatheraccountsautomation" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_gatheraccountsexecution_automation_date_start_ix" ON "accounts_gatheraccountsexecution" USING btree ("org_id","automation" NULLS FIRST,"date_start","id");
CREATE INDEX "accounts_gatheraccountsexecution_date_start_ix" ON "accounts_gatheraccountsexecution" USING btree ("org_id","date_start","id");
CREATE INDEX "accounts_gatheraccountsexecution_search_trgm" ON "accounts_gatheraccountsexecution" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_gatheraccountsexecution_automation_fk" ON "accounts_gatheraccountsexecution" USING btree ("automation");
CREATE UNIQUE INDEX "accounts_gatheredaccount_username_asset_uq" ON "accounts_gatheredaccount" USING btree ("org_id","username","asset" NULLS FIRST);
CREATE INDEX "accounts_gatheredaccount_changed_by_ix" ON "accounts_gatheredaccount" USING btree ("org_id","changed_by" NULLS FIRST,"id");
CREATE INDEX "accounts_gatheredaccount_username_ix" ON "accounts_gatheredaccount" USING btree ("org_id","username" collate "gatehouse_natural","id");
CREATE INDEX "accounts_gatheredaccount_search_trgm" ON "accounts_gatheredaccount" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_gatheredaccount_asset_fk" ON "accounts_gatheredaccount" USING btree ("asset");
CREATE UNIQUE INDEX "accounts_gatheraccountsautomation_assets_uq" ON "accounts_gatheraccountsautomation_assets" USING btree ("gatheraccountsautomation","asset");
CREATE INDEX "accounts_gatheraccountsautomation_assets_asset_ix" ON "accounts_gatheraccountsautomation_assets" USING btree ("asset","gatheraccountsautomation");
CREATE UNIQUE INDEX "accounts_gatheraccountsautomation_nodes_uq" ON "accounts_gatheraccountsautomation_nodes" USING btree ("gatheraccountsautomation","node");
CREATE INDEX "accounts_gatheraccountsautomation_nodes_node_ix" ON "accounts_gatheraccountsautomation_nodes" USING btree ("node","gatheraccountsautomation");
CREATE UNIQUE INDEX "accounts_gatheraccountsautomation_recipients_uq" ON "accounts_gatheraccountsautomation_recipients" USING btree ("gatheraccountsautomation","user");
CREATE INDEX "accounts_gatheraccountsautomation_recipients_user_ix" ON "accounts_gatheraccountsautomation_recipients" USING btree ("user","gatheraccountsautomation");
