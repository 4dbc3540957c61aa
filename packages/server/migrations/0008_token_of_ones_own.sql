-- Generated from the definitions.
ALTER TABLE "system_token" ALTER COLUMN "seed" DROP NOT NULL;
