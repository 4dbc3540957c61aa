-- Generated from the definitions.
CREATE TABLE "assets_playbookmethod" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"automation" text NOT NULL,
	"types" jsonb NOT NULL,
	"playbook" text NOT NULL,
	"params" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE UNIQUE INDEX "assets_playbookmethod_name_uq" ON "assets_playbookmethod" USING btree ("name");
CREATE INDEX "assets_playbookmethod_name_ix" ON "assets_playbookmethod" USING btree ("name" collate "gatehouse_natural","id");
CREATE INDEX "assets_playbookmethod_search_trgm" ON "assets_playbookmethod" USING gin ("search_text" gin_trgm_ops);
