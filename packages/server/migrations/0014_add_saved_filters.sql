-- Generated from the definitions.
CREATE TABLE "users_savedfilter" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_shared" boolean NOT NULL,
	"user" uuid,
	"org" uuid,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"list_name" text NOT NULL,
	"place" text NOT NULL,
	"query" text NOT NULL
);

ALTER TABLE "users_savedfilter" ADD CONSTRAINT "users_savedfilter_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "users_savedfilter" ADD CONSTRAINT "users_savedfilter_org_orgs_organization_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs_organization"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "users_savedfilter_name_user_list_name_org_uq" ON "users_savedfilter" USING btree ("name","user" NULLS FIRST,"list_name","org" NULLS FIRST);
CREATE INDEX "users_savedfilter_list_name_user_ix" ON "users_savedfilter" USING btree ("list_name","user" NULLS FIRST,"id");
CREATE INDEX "users_savedfilter_name_ix" ON "users_savedfilter" USING btree ("name" collate "gatehouse_natural","id");
CREATE INDEX "users_savedfilter_user_fk" ON "users_savedfilter" USING btree ("user");
CREATE INDEX "users_savedfilter_org_fk" ON "users_savedfilter" USING btree ("org");
