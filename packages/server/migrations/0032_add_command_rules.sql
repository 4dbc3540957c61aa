-- Generated from the definitions.
CREATE TABLE "acls_commandfilteracl" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"priority" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"users" jsonb,
	"assets" jsonb,
	"accounts" jsonb NOT NULL,
	"action" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "acls_commandgroup" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"ignore_case" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "acls_commandfilteracl_command_groups" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"commandfilteracl" uuid NOT NULL,
	"commandgroup" uuid NOT NULL
);

CREATE TABLE "acls_commandfilteracl_reviewers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"commandfilteracl" uuid NOT NULL,
	"user" uuid NOT NULL
);

ALTER TABLE "acls_commandfilteracl_command_groups" ADD CONSTRAINT "acls_commandfilteracl_command_groups_commandfilteracl_acls_commandfilteracl_id_fk" FOREIGN KEY ("commandfilteracl") REFERENCES "public"."acls_commandfilteracl"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_commandfilteracl_command_groups" ADD CONSTRAINT "acls_commandfilteracl_command_groups_commandgroup_acls_commandgroup_id_fk" FOREIGN KEY ("commandgroup") REFERENCES "public"."acls_commandgroup"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_commandfilteracl_reviewers" ADD CONSTRAINT "acls_commandfilteracl_reviewers_commandfilteracl_acls_commandfilteracl_id_fk" FOREIGN KEY ("commandfilteracl") REFERENCES "public"."acls_commandfilteracl"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_commandfilteracl_reviewers" ADD CONSTRAINT "acls_commandfilteracl_reviewers_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "acls_commandfilteracl_name_uq" ON "acls_commandfilteracl" USING btree ("org_id","name");
CREATE INDEX "acls_commandfilteracl_priority_is_active_name_ix" ON "acls_commandfilteracl" USING btree ("org_id","priority","is_active","name" collate "gatehouse_natural","id");
CREATE INDEX "acls_commandfilteracl_search_trgm" ON "acls_commandfilteracl" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "acls_commandfilteracl_users_fk" ON "acls_commandfilteracl" USING btree ("users");
CREATE INDEX "acls_commandfilteracl_assets_fk" ON "acls_commandfilteracl" USING btree ("assets");
CREATE UNIQUE INDEX "acls_commandgroup_name_uq" ON "acls_commandgroup" USING btree ("org_id","name");
CREATE INDEX "acls_commandgroup_name_ix" ON "acls_commandgroup" USING btree ("org_id","name" collate "gatehouse_natural","id");
CREATE INDEX "acls_commandgroup_search_trgm" ON "acls_commandgroup" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "acls_commandfilteracl_command_groups_uq" ON "acls_commandfilteracl_command_groups" USING btree ("commandfilteracl","commandgroup");
CREATE INDEX "acls_commandfilteracl_command_groups_commandgroup_ix" ON "acls_commandfilteracl_command_groups" USING btree ("commandgroup","commandfilteracl");
CREATE UNIQUE INDEX "acls_commandfilteracl_reviewers_uq" ON "acls_commandfilteracl_reviewers" USING btree ("commandfilteracl","user");
CREATE INDEX "acls_commandfilteracl_reviewers_user_ix" ON "acls_commandfilteracl_reviewers" USING btree ("user","commandfilteracl");
