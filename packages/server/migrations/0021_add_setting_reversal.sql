-- Generated from the definitions.
ALTER TABLE "audits_operatelog" ADD COLUMN "reversal" jsonb;
