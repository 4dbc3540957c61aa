-- Generated from the definitions.
CREATE TABLE "notifications_delivery" (
	"message" uuid PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"date_due" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE INDEX "notifications_delivery_due_ix" ON "notifications_delivery" USING btree ("date_due");
