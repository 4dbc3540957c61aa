-- Generated from the definitions.
CREATE TABLE "acls_connectmethodacl" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"priority" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"users" jsonb,
	"connect_methods" jsonb NOT NULL,
	"action" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "acls_loginacl" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"priority" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"users" jsonb,
	"rules" jsonb NOT NULL,
	"action" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "acls_loginassetacl" (
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
	"rules" jsonb NOT NULL,
	"action" text NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL
);

CREATE TABLE "acls_connectmethodacl_reviewers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"connectmethodacl" uuid NOT NULL,
	"user" uuid NOT NULL
);

CREATE TABLE "acls_loginacl_reviewers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"loginacl" uuid NOT NULL,
	"user" uuid NOT NULL
);

CREATE TABLE "acls_loginassetacl_reviewers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"loginassetacl" uuid NOT NULL,
	"user" uuid NOT NULL
);

ALTER TABLE "acls_connectmethodacl_reviewers" ADD CONSTRAINT "acls_connectmethodacl_reviewers_connectmethodacl_acls_connectmethodacl_id_fk" FOREIGN KEY ("connectmethodacl") REFERENCES "public"."acls_connectmethodacl"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_connectmethodacl_reviewers" ADD CONSTRAINT "acls_connectmethodacl_reviewers_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_loginacl_reviewers" ADD CONSTRAINT "acls_loginacl_reviewers_loginacl_acls_loginacl_id_fk" FOREIGN KEY ("loginacl") REFERENCES "public"."acls_loginacl"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_loginacl_reviewers" ADD CONSTRAINT "acls_loginacl_reviewers_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_loginassetacl_reviewers" ADD CONSTRAINT "acls_loginassetacl_reviewers_loginassetacl_acls_loginassetacl_id_fk" FOREIGN KEY ("loginassetacl") REFERENCES "public"."acls_loginassetacl"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "acls_loginassetacl_reviewers" ADD CONSTRAINT "acls_loginassetacl_reviewers_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "acls_connectmethodacl_name_uq" ON "acls_connectmethodacl" USING btree ("name");
CREATE INDEX "acls_connectmethodacl_priority_is_active_name_ix" ON "acls_connectmethodacl" USING btree ("priority","is_active","name" collate "gatehouse_natural","id");
CREATE INDEX "acls_connectmethodacl_search_trgm" ON "acls_connectmethodacl" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "acls_connectmethodacl_users_fk" ON "acls_connectmethodacl" USING btree ("users");
CREATE UNIQUE INDEX "acls_loginacl_name_uq" ON "acls_loginacl" USING btree ("name");
CREATE INDEX "acls_loginacl_priority_is_active_name_ix" ON "acls_loginacl" USING btree ("priority","is_active","name" collate "gatehouse_natural","id");
CREATE INDEX "acls_loginacl_search_trgm" ON "acls_loginacl" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "acls_loginacl_users_fk" ON "acls_loginacl" USING btree ("users");
CREATE UNIQUE INDEX "acls_loginassetacl_name_uq" ON "acls_loginassetacl" USING btree ("org_id","name");
CREATE INDEX "acls_loginassetacl_priority_is_active_name_ix" ON "acls_loginassetacl" USING btree ("org_id","priority","is_active","name" collate "gatehouse_natural","id");
CREATE INDEX "acls_loginassetacl_search_trgm" ON "acls_loginassetacl" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "acls_loginassetacl_users_fk" ON "acls_loginassetacl" USING btree ("users");
CREATE INDEX "acls_loginassetacl_assets_fk" ON "acls_loginassetacl" USING btree ("assets");
CREATE UNIQUE INDEX "acls_connectmethodacl_reviewers_uq" ON "acls_connectmethodacl_reviewers" USING btree ("connectmethodacl","user");
CREATE INDEX "acls_connectmethodacl_reviewers_user_ix" ON "acls_connectmethodacl_reviewers" USING btree ("user","connectmethodacl");
CREATE UNIQUE INDEX "acls_loginacl_reviewers_uq" ON "acls_loginacl_reviewers" USING btree ("loginacl","user");
CREATE INDEX "acls_loginacl_reviewers_user_ix" ON "acls_loginacl_reviewers" USING btree ("user","loginacl");
CREATE UNIQUE INDEX "acls_loginassetacl_reviewers_uq" ON "acls_loginassetacl_reviewers" USING btree ("loginassetacl","user");
CREATE INDEX "acls_loginassetacl_reviewers_user_ix" ON "acls_loginassetacl_reviewers" USING btree ("user","loginassetacl");
