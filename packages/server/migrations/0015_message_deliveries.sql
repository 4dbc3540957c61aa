-- Generated from the definitions.
CREATE TABLE "audits_messagelog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"attempts" bigint NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("message_type", '')) || chr(10) || lower(coalesce("receiver", '')) || chr(10) || lower(coalesce("error", ''))) STORED,
	"date_sent" timestamp (6) with time zone,
	"date_due" timestamp (6) with time zone,
	"user" uuid,
	"date_created" timestamp (6) with time zone,
	"message_type" text NOT NULL,
	"receiver" text NOT NULL,
	"backend" text NOT NULL,
	"state" text NOT NULL,
	"error" text NOT NULL,
	"text" jsonb
);

CREATE TABLE "notifications_systemmsgsubscription" (
	"message_type" text PRIMARY KEY NOT NULL,
	"users" uuid[] DEFAULT '{}' NOT NULL,
	"groups" uuid[] DEFAULT '{}' NOT NULL,
	"receive_backends" text[] DEFAULT '{}' NOT NULL
);

ALTER TABLE "audits_messagelog" ADD CONSTRAINT "audits_messagelog_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "audits_messagelog_date_created_ix" ON "audits_messagelog" USING btree ("org_id","date_created" NULLS FIRST,"id");
CREATE INDEX "audits_messagelog_search_trgm" ON "audits_messagelog" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "audits_messagelog_user_fk" ON "audits_messagelog" USING btree ("user");
