-- Generated from the definitions.
CREATE TABLE "terminal_gateway" (
	"terminal" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"protocols" jsonb NOT NULL,
	"sessions" integer DEFAULT 0 NOT NULL,
	"date_seen" timestamp with time zone DEFAULT now() NOT NULL
);

