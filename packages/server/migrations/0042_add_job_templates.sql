-- Generated from the definitions.
CREATE TABLE "ops_adhoc" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("comment", ''))) STORED,
	"creator" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"module" text NOT NULL,
	"args" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "ops_playbook" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", '')) || chr(10) || lower(coalesce("comment", ''))) STORED,
	"creator" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"comment" text NOT NULL,
	"create_method" text NOT NULL,
	"vcs_url" text NOT NULL
);

CREATE TABLE "ops_playbookfile" (
	"playbook" uuid NOT NULL,
	"path" text NOT NULL,
	"folded" text NOT NULL,
	"content" "bytea",
	CONSTRAINT "ops_playbookfile_playbook_folded_pk" PRIMARY KEY("playbook","folded")
);

ALTER TABLE "ops_adhoc" ADD CONSTRAINT "ops_adhoc_creator_users_user_id_fk" FOREIGN KEY ("creator") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ops_playbook" ADD CONSTRAINT "ops_playbook_creator_users_user_id_fk" FOREIGN KEY ("creator") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ops_playbookfile" ADD CONSTRAINT "ops_playbookfile_playbook_ops_playbook_id_fk" FOREIGN KEY ("playbook") REFERENCES "public"."ops_playbook"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "ops_adhoc_name_creator_uq" ON "ops_adhoc" USING btree ("org_id","name","creator" NULLS FIRST);
CREATE INDEX "ops_adhoc_name_ix" ON "ops_adhoc" USING btree ("org_id","name" collate "gatehouse_natural","id");
CREATE INDEX "ops_adhoc_search_trgm" ON "ops_adhoc" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "ops_adhoc_creator_fk" ON "ops_adhoc" USING btree ("creator");
CREATE UNIQUE INDEX "ops_playbook_name_creator_uq" ON "ops_playbook" USING btree ("org_id","name","creator" NULLS FIRST);
CREATE INDEX "ops_playbook_date_created_ix" ON "ops_playbook" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "ops_playbook_search_trgm" ON "ops_playbook" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "ops_playbook_creator_fk" ON "ops_playbook" USING btree ("creator");
