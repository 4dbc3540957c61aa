-- Generated from the definitions.
CREATE INDEX "tickets_ticketflow_type_trgm" ON "tickets_ticketflow" USING gin ("type" gin_trgm_ops);
