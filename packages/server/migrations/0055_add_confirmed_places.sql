-- Generated from the definitions.
ALTER TABLE "assets_asset" ADD COLUMN "confirmed_place" text;
