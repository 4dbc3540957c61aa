-- Generated from the definitions.
CREATE TABLE "users_identity" (
	"source" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_identity_source_subject_pk" PRIMARY KEY("source","subject")
);

CREATE INDEX "users_identity_user_ix" ON "users_identity" USING btree ("user_id");
ALTER TABLE "audits_userloginlog" ADD COLUMN "detail" text DEFAULT '' NOT NULL;
ALTER TABLE "system_session" ADD COLUMN "provider" text;
ALTER TABLE "system_session" ADD COLUMN "provider_subject" text;
ALTER TABLE "system_session" ADD COLUMN "provider_sid" text;
ALTER TABLE "system_session" ADD COLUMN "provider_token" text;
CREATE INDEX "system_session_provider_ix" ON "system_session" USING btree ("provider","provider_sid");
