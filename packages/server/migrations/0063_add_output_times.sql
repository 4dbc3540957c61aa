-- Generated from the definitions.
ALTER TABLE "ops_machinetarget" ADD COLUMN "output_times" jsonb;
