-- Generated from the definitions.
CREATE TABLE "settings_proposal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"move" jsonb NOT NULL,
	"proposer" uuid NOT NULL,
	"proposer_name" text NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_expired" timestamp with time zone NOT NULL
);

