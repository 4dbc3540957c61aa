-- Generated from the definitions.
CREATE TABLE "accounts_changesecretautomation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_periodic" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"interval" bigint,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"secret_type" text NOT NULL,
	"secret_strategy" text NOT NULL,
	"secret" text,
	"password_rules" jsonb NOT NULL,
	"crontab" text,
	"created_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "accounts_changesecretexecution" (
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

CREATE TABLE "accounts_changesecretrecord" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"tries" bigint NOT NULL,
	"execution" uuid,
	"asset" uuid,
	"account" uuid,
	"date_finished" timestamp (6) with time zone,
	"work" uuid,
	"date_next" timestamp (6) with time zone,
	"date_created" timestamp (6) with time zone,
	"old_secret" text,
	"new_secret" text NOT NULL,
	"status" text NOT NULL,
	"failure" jsonb
);

CREATE TABLE "accounts_changesecretautomation_assets" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"changesecretautomation" uuid NOT NULL,
	"asset" uuid NOT NULL
);

CREATE TABLE "accounts_changesecretautomation_nodes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"changesecretautomation" uuid NOT NULL,
	"node" uuid NOT NULL
);

ALTER TABLE "accounts_changesecretexecution" ADD CONSTRAINT "accounts_changesecretexecution_automation_accounts_changesecretautomation_id_fk" FOREIGN KEY ("automation") REFERENCES "public"."accounts_changesecretautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_changesecretrecord" ADD CONSTRAINT "accounts_changesecretrecord_execution_accounts_changesecretexecution_id_fk" FOREIGN KEY ("execution") REFERENCES "public"."accounts_changesecretexecution"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "accounts_changesecretrecord" ADD CONSTRAINT "accounts_changesecretrecord_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_changesecretrecord" ADD CONSTRAINT "accounts_changesecretrecord_account_accounts_account_id_fk" FOREIGN KEY ("account") REFERENCES "public"."accounts_account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_changesecretautomation_assets" ADD CONSTRAINT "accounts_changesecretautomation_assets_changesecretautomation_accounts_changesecretautomation_id_fk" FOREIGN KEY ("changesecretautomation") REFERENCES "public"."accounts_changesecretautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_changesecretautomation_assets" ADD CONSTRAINT "accounts_changesecretautomation_assets_asset_assets_asset_id_fk" FOREIGN KEY ("asset") REFERENCES "public"."assets_asset"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_changesecretautomation_nodes" ADD CONSTRAINT "accounts_changesecretautomation_nodes_changesecretautomation_accounts_changesecretautomation_id_fk" FOREIGN KEY ("changesecretautomation") REFERENCES "public"."accounts_changesecretautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_changesecretautomation_nodes" ADD CONSTRAINT "accounts_changesecretautomation_nodes_node_assets_node_id_fk" FOREIGN KEY ("node") REFERENCES "public"."assets_node"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "accounts_changesecretautomation_name_uq" ON "accounts_changesecretautomation" USING btree ("org_id","name");
CREATE INDEX "accounts_changesecretautomation_name_ix" ON "accounts_changesecretautomation" USING btree ("org_id","name" collate "gatehouse_natural","id");
CREATE INDEX "accounts_changesecretautomation_search_trgm" ON "accounts_changesecretautomation" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_changesecretexecution_automation_date_start_ix" ON "accounts_changesecretexecution" USING btree ("org_id","automation" NULLS FIRST,"date_start","id");
CREATE INDEX "accounts_changesecretexecution_date_start_ix" ON "accounts_changesecretexecution" USING btree ("org_id","date_start","id");
CREATE INDEX "accounts_changesecretexecution_search_trgm" ON "accounts_changesecretexecution" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_changesecretexecution_automation_fk" ON "accounts_changesecretexecution" USING btree ("automation");
CREATE INDEX "accounts_changesecretrecord_work_ix" ON "accounts_changesecretrecord" USING btree ("org_id","work" NULLS FIRST,"id");
CREATE INDEX "accounts_changesecretrecord_account_status_ix" ON "accounts_changesecretrecord" USING btree ("org_id","account" NULLS FIRST,"status","id");
CREATE INDEX "accounts_changesecretrecord_status_date_next_ix" ON "accounts_changesecretrecord" USING btree ("org_id","status","date_next" NULLS FIRST,"id");
CREATE INDEX "accounts_changesecretrecord_date_created_ix" ON "accounts_changesecretrecord" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "accounts_changesecretrecord_execution_fk" ON "accounts_changesecretrecord" USING btree ("execution");
CREATE INDEX "accounts_changesecretrecord_asset_fk" ON "accounts_changesecretrecord" USING btree ("asset");
CREATE INDEX "accounts_changesecretrecord_account_fk" ON "accounts_changesecretrecord" USING btree ("account");
CREATE UNIQUE INDEX "accounts_changesecretautomation_assets_uq" ON "accounts_changesecretautomation_assets" USING btree ("changesecretautomation","asset");
CREATE INDEX "accounts_changesecretautomation_assets_asset_ix" ON "accounts_changesecretautomation_assets" USING btree ("asset","changesecretautomation");
CREATE UNIQUE INDEX "accounts_changesecretautomation_nodes_uq" ON "accounts_changesecretautomation_nodes" USING btree ("changesecretautomation","node");
CREATE INDEX "accounts_changesecretautomation_nodes_node_ix" ON "accounts_changesecretautomation_nodes" USING btree ("node","changesecretautomation");
