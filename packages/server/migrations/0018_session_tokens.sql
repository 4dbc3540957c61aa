-- Generated from the definitions.
ALTER TABLE "authentication_connectiontoken" ADD COLUMN "redeemed" jsonb;
ALTER TABLE "terminal_session" ADD COLUMN "has_token" boolean;
CREATE INDEX "authentication_connectiontoken_asset_user_ix" ON "authentication_connectiontoken" USING btree ("org_id","asset" NULLS FIRST,"user" NULLS FIRST,"id");
