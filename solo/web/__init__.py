"""The companion as a page: for a phone or tablet at the table."""
