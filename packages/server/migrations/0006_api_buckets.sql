-- Generated from the definitions.
CREATE UNLOGGED TABLE "system_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);

