-- Generated from the definitions.
ALTER TABLE "notifications_delivery" ADD COLUMN "delivered" text[] DEFAULT '{}' NOT NULL;
