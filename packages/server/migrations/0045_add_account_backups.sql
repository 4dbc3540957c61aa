-- Generated from the definitions.
CREATE TABLE "accounts_accountbackupautomation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"is_password_divided_by_email" boolean NOT NULL,
	"is_password_divided_by_obj_storage" boolean NOT NULL,
	"is_periodic" boolean NOT NULL,
	"is_divided" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"interval" bigint,
	"date_created" timestamp (6) with time zone,
	"date_updated" timestamp (6) with time zone,
	"name" text NOT NULL,
	"types" jsonb NOT NULL,
	"backup_type" text NOT NULL,
	"zip_encrypt_password" text,
	"crontab" text,
	"created_by" text NOT NULL,
	"comment" text NOT NULL
);

CREATE TABLE "accounts_accountbackupexecution" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" uuid NOT NULL,
	"date_start" timestamp (6) with time zone NOT NULL,
	"timedelta" double precision NOT NULL,
	"is_success" boolean NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce("name", ''))) STORED,
	"plan" uuid,
	"name" text NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"failures" jsonb NOT NULL,
	"delivered" jsonb NOT NULL
);

CREATE TABLE "accounts_accountbackupautomation_recipients_part_one" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"accountbackupautomation" uuid NOT NULL,
	"user" uuid NOT NULL
);

CREATE TABLE "accounts_accountbackupautomation_recipients_part_two" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"accountbackupautomation" uuid NOT NULL,
	"user" uuid NOT NULL
);

CREATE TABLE "accounts_accountbackupautomation_obj_recipients_part_one" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"accountbackupautomation" uuid NOT NULL,
	"replaystorage" uuid NOT NULL
);

CREATE TABLE "accounts_accountbackupautomation_obj_recipients_part_two" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"accountbackupautomation" uuid NOT NULL,
	"replaystorage" uuid NOT NULL
);

CREATE TABLE "system_plan" (
	"job" text NOT NULL,
	"key" uuid NOT NULL,
	"payload" jsonb NOT NULL,
	"cron" text,
	"hours" integer,
	"date_next" timestamp with time zone NOT NULL,
	CONSTRAINT "system_plan_job_key_pk" PRIMARY KEY("job","key")
);

ALTER TABLE "accounts_accountbackupexecution" ADD CONSTRAINT "accounts_accountbackupexecution_plan_accounts_accountbackupautomation_id_fk" FOREIGN KEY ("plan") REFERENCES "public"."accounts_accountbackupautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_recipients_part_one" ADD CONSTRAINT "accounts_accountbackupautomation_recipients_part_one_accountbackupautomation_accounts_accountbackupautomation_id_fk" FOREIGN KEY ("accountbackupautomation") REFERENCES "public"."accounts_accountbackupautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_recipients_part_one" ADD CONSTRAINT "accounts_accountbackupautomation_recipients_part_one_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_recipients_part_two" ADD CONSTRAINT "accounts_accountbackupautomation_recipients_part_two_accountbackupautomation_accounts_accountbackupautomation_id_fk" FOREIGN KEY ("accountbackupautomation") REFERENCES "public"."accounts_accountbackupautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_recipients_part_two" ADD CONSTRAINT "accounts_accountbackupautomation_recipients_part_two_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_obj_recipients_part_one" ADD CONSTRAINT "accounts_accountbackupautomation_obj_recipients_part_one_accountbackupautomation_accounts_accountbackupautomation_id_fk" FOREIGN KEY ("accountbackupautomation") REFERENCES "public"."accounts_accountbackupautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_obj_recipients_part_one" ADD CONSTRAINT "accounts_accountbackupautomation_obj_recipients_part_one_replaystorage_terminal_replaystorage_id_fk" FOREIGN KEY ("replaystorage") REFERENCES "public"."terminal_replaystorage"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_obj_recipients_part_two" ADD CONSTRAINT "accounts_accountbackupautomation_obj_recipients_part_two_accountbackupautomation_accounts_accountbackupautomation_id_fk" FOREIGN KEY ("accountbackupautomation") REFERENCES "public"."accounts_accountbackupautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_accountbackupautomation_obj_recipients_part_two" ADD CONSTRAINT "accounts_accountbackupautomation_obj_recipients_part_two_replaystorage_terminal_replaystorage_id_fk" FOREIGN KEY ("replaystorage") REFERENCES "public"."terminal_replaystorage"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "accounts_accountbackupautomation_name_uq" ON "accounts_accountbackupautomation" USING btree ("org_id","name");
CREATE INDEX "accounts_accountbackupautomation_name_ix" ON "accounts_accountbackupautomation" USING btree ("org_id","name" collate "gatehouse_natural","id");
CREATE INDEX "accounts_accountbackupautomation_search_trgm" ON "accounts_accountbackupautomation" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_accountbackupexecution_plan_date_start_ix" ON "accounts_accountbackupexecution" USING btree ("org_id","plan" NULLS FIRST,"date_start","id");
CREATE INDEX "accounts_accountbackupexecution_date_start_ix" ON "accounts_accountbackupexecution" USING btree ("org_id","date_start","id");
CREATE INDEX "accounts_accountbackupexecution_search_trgm" ON "accounts_accountbackupexecution" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "accounts_accountbackupexecution_plan_fk" ON "accounts_accountbackupexecution" USING btree ("plan");
CREATE UNIQUE INDEX "accounts_accountbackupautomation_recipients_part_one_uq" ON "accounts_accountbackupautomation_recipients_part_one" USING btree ("accountbackupautomation","user");
CREATE INDEX "accounts_accountbackupautomation_recipients_part_one_user_ix" ON "accounts_accountbackupautomation_recipients_part_one" USING btree ("user","accountbackupautomation");
CREATE UNIQUE INDEX "accounts_accountbackupautomation_recipients_part_two_uq" ON "accounts_accountbackupautomation_recipients_part_two" USING btree ("accountbackupautomation","user");
CREATE INDEX "accounts_accountbackupautomation_recipients_part_two_user_ix" ON "accounts_accountbackupautomation_recipients_part_two" USING btree ("user","accountbackupautomation");
CREATE UNIQUE INDEX "accounts_accountbackupautomation_obj_recipients_part_one_uq" ON "accounts_accountbackupautomation_obj_recipients_part_one" USING btree ("accountbackupautomation","replaystorage");
CREATE INDEX "accounts_accountbackupautomation_obj_recipients_part_one_replay" ON "accounts_accountbackupautomation_obj_recipients_part_one" USING btree ("replaystorage","accountbackupautomation");
CREATE UNIQUE INDEX "accounts_accountbackupautomation_obj_recipients_part_two_uq" ON "accounts_accountbackupautomation_obj_recipients_part_two" USING btree ("accountbackupautomation","replaystorage");
CREATE INDEX "accounts_accountbackupautomation_obj_recipients_part_two_replay" ON "accounts_accountbackupautomation_obj_recipients_part_two" USING btree ("replaystorage","accountbackupautomation");
CREATE INDEX "system_plan_next_ix" ON "system_plan" USING btree ("date_next");
