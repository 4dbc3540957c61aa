-- Generated from the definitions.
CREATE INDEX "assets_asset_category_name_ix" ON "assets_asset" USING btree ("org_id","category","name" collate "gatehouse_natural","id");
CREATE INDEX "assets_asset_platform_name_ix" ON "assets_asset" USING btree ("org_id","platform" NULLS FIRST,"name" collate "gatehouse_natural","id");
CREATE INDEX "assets_asset_is_active_name_ix" ON "assets_asset" USING btree ("org_id","is_active","name" collate "gatehouse_natural","id");
