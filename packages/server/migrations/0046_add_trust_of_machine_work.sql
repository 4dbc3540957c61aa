-- Generated from the definitions.
ALTER TABLE "ops_machinework" ADD COLUMN "trusts_first" boolean DEFAULT false NOT NULL;
