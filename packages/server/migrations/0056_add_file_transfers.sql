-- Generated from the definitions.
CREATE TABLE "ops_upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"creator" uuid NOT NULL,
	"size" bigint NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_due" timestamp with time zone NOT NULL
);

CREATE INDEX "ops_upload_creator_ix" ON "ops_upload" USING btree ("creator");
CREATE INDEX "ops_upload_due_ix" ON "ops_upload" USING btree ("date_due");
ALTER TABLE "ops_machinetarget" ADD COLUMN "progress" integer;
