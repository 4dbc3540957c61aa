-- Generated from the definitions.
CREATE TABLE "accounts_changesecretautomation_recipients" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"changesecretautomation" uuid NOT NULL,
	"user" uuid NOT NULL
);

ALTER TABLE "accounts_changesecretautomation_recipients" ADD CONSTRAINT "accounts_changesecretautomation_recipients_changesecretautomation_accounts_changesecretautomation_id_fk" FOREIGN KEY ("changesecretautomation") REFERENCES "public"."accounts_changesecretautomation"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "accounts_changesecretautomation_recipients" ADD CONSTRAINT "accounts_changesecretautomation_recipients_user_users_user_id_fk" FOREIGN KEY ("user") REFERENCES "public"."users_user"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "accounts_changesecretautomation_recipients_uq" ON "accounts_changesecretautomation_recipients" USING btree ("changesecretautomation","user");
CREATE INDEX "accounts_changesecretautomation_recipients_user_ix" ON "accounts_changesecretautomation_recipients" USING btree ("user","changesecretautomation");
ALTER TABLE "accounts_changesecretautomation" ADD COLUMN "params" jsonb DEFAULT '{}'::jsonb NOT NULL;
