-- Generated from the definitions.
CREATE TABLE "ops_machinework" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"priority" integer NOT NULL,
	"parallel" integer NOT NULL,
	"seconds" integer NOT NULL,
	"is_repeatable" boolean NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"ended" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_finished" timestamp with time zone
);

CREATE TABLE "ops_machinetarget" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"work" uuid NOT NULL,
	"place" integer NOT NULL,
	"asset" uuid NOT NULL,
	"account" uuid,
	"name" text NOT NULL,
	"method" text NOT NULL,
	"params" jsonb NOT NULL,
	"port" integer,
	"state" text NOT NULL,
	"terminal" uuid,
	"process" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"date_due" timestamp with time zone,
	"date_end" timestamp with time zone,
	"used" uuid,
	"error" jsonb,
	"output" text DEFAULT '' NOT NULL,
	"is_told" boolean DEFAULT false NOT NULL
);

ALTER TABLE "ops_machinetarget" ADD CONSTRAINT "ops_machinetarget_work_ops_machinework_id_fk" FOREIGN KEY ("work") REFERENCES "public"."ops_machinework"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "ops_machinework_created_ix" ON "ops_machinework" USING btree ("date_created");
CREATE INDEX "ops_machinework_open_ix" ON "ops_machinework" USING btree ("date_created") WHERE date_finished is null;
CREATE INDEX "ops_machinetarget_work_ix" ON "ops_machinetarget" USING btree ("work");
CREATE INDEX "ops_machinetarget_waiting_ix" ON "ops_machinetarget" USING btree ("work","place") WHERE state = 'waiting';
CREATE INDEX "ops_machinetarget_held_ix" ON "ops_machinetarget" USING btree ("work") WHERE state = 'taken';
CREATE INDEX "ops_machinetarget_holder_ix" ON "ops_machinetarget" USING btree ("terminal") WHERE state = 'taken';
CREATE INDEX "ops_machinetarget_untold_ix" ON "ops_machinetarget" USING btree ("work") WHERE date_end is not null and not is_told;
